import { skillName } from '#foundation/contracts';
import { costOfPlan } from '#learners/machine/patches';
import { gateCount } from '#logic/circuit/graph';
import { type MainState, patchedPlan, slotsByKey } from '#learners/machine/evolve';
import type { FindTemplate } from '#tasks/registry';
import { escapeHtml } from '#app/report';

/** A fragment of the machine with what it is made of. */
export interface FragmentView {
  readonly fragment: string;
  readonly class: string;
  readonly says: string;
  readonly thinkSteps: number;
  readonly state: number;
  readonly gates: number;
  readonly cost: number;
  readonly parts: readonly PartView[];
  /** Slots whose keys lean to it, strongest first. */
  readonly slots: readonly string[];
}

export interface PartView {
  readonly id: string;
  readonly reads: number;
  readonly writes: number;
  readonly gates: number;
  readonly guarded: boolean;
}

/** Weights are logarithms of shares: a key above this gives the fragment at least half of its lanes. */
const HALF = Math.log(0.5) - 1e-9;

export function viewsOf(main: MainState, find: FindTemplate): FragmentView[] {
  const { skills, patched, leanings } = main;
  const slotsOf = slotsByKey(main, find);
  return skills.map((skill) => {
    const plan = patchedPlan(skill, patched, find);
    const fragment = skillName(skill);
    const parts = plan.parts.map(({ id, reads, writes, circuit, guard = [] }) => ({
      id,
      reads: reads.length,
      writes: writes.length,
      gates: gateCount(circuit),
      guarded: guard.length > 0,
    }));
    const own = leanings.filter((each) => each.fragment === fragment && each.weight > HALF);
    return {
      fragment,
      class: skill.class,
      says: skill.says,
      thinkSteps: plan.thinkSteps,
      state: plan.state,
      gates: parts.reduce((sum, { gates }) => sum + gates, 0),
      cost: costOfPlan(plan),
      parts,
      slots: own.sort((a, b) => b.weight - a.weight).flatMap(({ key }) => slotsOf.get(key) ?? []),
    };
  });
}

/** The machine as a Graphviz picture: ROUTE, then a chain of experts per fragment. */
export function machineToDot(views: readonly FragmentView[]): string {
  const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
  const lines = [
    'digraph machine {',
    '  rankdir=LR;',
    '  node [fontname="sans-serif", shape=box];',
    '  route [shape=diamond, label="ROUTE"];',
  ];
  for (const { fragment, says, parts } of views) {
    const node = (i: number): string => quote(`${fragment}/${i}`);
    lines.push(`  ${quote(fragment)} [style=rounded, label=${quote(`${fragment}\\n${says.slice(0, 48)}`)}];`);
    lines.push(`  route -> ${quote(fragment)};`);
    for (const [i, { id, gates, guarded }] of parts.entries()) {
      lines.push(
        `  ${node(i)} [label=${quote(`${id.slice(0, 40)}\\n${gates} gates`)}${guarded ? ', style=dashed' : ''}];`,
      );
      lines.push(`  ${i === 0 ? quote(fragment) : node(i - 1)} -> ${node(i)};`);
    }
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

const ROW = 34;
const LEFT = 300;
const BOX = 8;

/** The same as a picture without a program to draw it: a row per fragment, a box per part, as wide as it has gates. */
export function machineToSvg(views: readonly FragmentView[]): string {
  const widthOf = ({ gates }: PartView): number => BOX + 2 * Math.sqrt(gates);
  const rows = views.map(({ fragment, says, parts, gates }, row) => {
    const y = ROW * row + 30;
    let x = LEFT;
    const boxes = parts.map((part) => {
      const width = widthOf(part);
      const dash = part.guarded ? ' stroke-dasharray="3 2"' : '';
      const box = `<rect x="${x.toFixed(1)}" y="${y - 12}" width="${width.toFixed(1)}" height="18" rx="2" fill="#cfe3f7" stroke="#456"${dash}><title>${escapeHtml(part.id)}: ${part.gates} gates, reads ${part.reads}, writes ${part.writes}</title></rect>`;
      x += width + 3;
      return box;
    });
    return `<text x="8" y="${y}" font-weight="bold">${escapeHtml(fragment)}</text><text x="8" y="${y + 13}" font-size="9" fill="#555">${escapeHtml(says.slice(0, 56))} (${gates} gates)</text>${boxes.join('')}`;
  });
  const width = Math.max(
    600,
    ...views.map(({ parts }) => LEFT + 20 + parts.reduce((sum, part) => sum + widthOf(part) + 3, 0)),
  );
  const height = ROW * views.length + 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height}" font-family="sans-serif" font-size="12">${rows.join('\n')}</svg>\n`;
}
