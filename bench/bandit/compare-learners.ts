import { mean } from '#foundation/statistics';
import type { Plot } from '../suite.ts';
import type { Contender } from './bandit-contenders.ts';
import { type BanditSize, createWorld, type WorldKind } from './bandit-world.ts';
import { type BanditRun, curveRounds, playBandit } from './play-bandit.ts';

/** One cell of a bandit benchmark: a size, and the runs of every contender on the same worlds. */
export interface BanditCell {
  readonly size: BanditSize;
  readonly seeds: number;
  readonly kind: WorldKind;
  /** Runs by contender, in the order of the worlds. */
  readonly runs: ReadonlyMap<string, readonly BanditRun[]>;
}

/** Lets all contenders play the same worlds. */
export function compareLearners(
  size: BanditSize,
  { seedPath, seeds, kind = {} }: { readonly seedPath: string; readonly seeds: number; readonly kind?: WorldKind },
  all: readonly Contender[],
): BanditCell {
  const contenders = all.filter(({ mostRounds = Infinity }) => size.rounds <= mostRounds);
  const runs = new Map<string, BanditRun[]>(contenders.map(({ name }) => [name, []]));
  for (let i = 0; i < seeds; i += 1) {
    const world = createWorld(size, worldPath(seedPath, size, i), kind);
    for (const one of contenders) runs.get(one.name)!.push(playBandit(world, one.make(world)));
  }
  return { size, seeds, kind, runs };
}

/** Cells to compare, with the number of worlds of each. */
export interface BanditPlan {
  readonly size: BanditSize;
  readonly seeds: number;
  readonly kind?: WorldKind;
}

/** Lets all contenders play every cell, and tells how one stands beside its rival there. */
export function compareCells(
  plan: readonly BanditPlan[],
  contenders: readonly Contender[],
  { seedPath, one, rival, note }: CellReport,
): BanditCell[] {
  return plan.map(({ size, seeds, kind }) => {
    const cell = compareLearners(size, { seedPath, seeds, ...(kind && { kind }) }, contenders);
    const told = [one, rival(cell)].map((name) => `${name} ${meanRegret(cell, name).toFixed(0)}`);
    note(`${nameOf(cell)}: ${told.join(', ')}`);
    return cell;
  });
}

interface CellReport {
  readonly seedPath: string;
  readonly one: string;
  readonly rival: (cell: BanditCell) => string;
  readonly note: (line: string) => void;
}

/** Regret against rounds, all contenders of a cell. */
export function regretPlot(cell: BanditCell, scale: 'linear' | 'log'): Plot {
  return {
    title: `Regret, ${nameOf(cell)}`,
    x: { label: 'round t', scale },
    y: { label: 'R_t', scale },
    series: [...cell.runs.keys()].map((name) => ({ name, points: meanCurve(cell, name) })),
  };
}

/** Where the luck of world i of a cell comes from. */
export function worldPath(seedPath: string, size: BanditSize, i: number): string {
  return `${seedPath}/${cellName(size)}/${i}`;
}

function cellName({ dimensions, arms, rounds, changes }: BanditSize): string {
  const exponent = Math.log10(rounds);
  const horizon = Number.isInteger(exponent) ? `10^${exponent}` : String(rounds);
  return `d=${dimensions} K=${arms} T=${horizon}${changes > 0 ? ` J=${changes}` : ''}`;
}

/** A cell with how its worlds change, where that is not the specification's way. */
export function nameOf({ size, kind }: Pick<BanditCell, 'size' | 'kind'>): string {
  const what = [
    kind.when === 'random' ? 'at random times' : '',
    kind.what === 'one' ? 'one arm' : kind.what === 'gradual' ? 'gradual' : '',
  ];
  const scale = kind.scale === undefined ? [] : [`weights of ${kind.scale}`];
  return [cellName(size), ...what.filter((part) => part !== ''), ...scale].join(', ');
}

/** The mean regret of a contender. */
export function meanRegret({ runs }: BanditCell, name: string): number {
  return mean(runs.get(name)!.map(({ regret }) => regret));
}

/** The contender of least mean regret among those whose names begin so. */
export function bestOf(cell: BanditCell, prefix: string): string {
  const names = [...cell.runs.keys()].filter((name) => name.startsWith(prefix));
  return names.reduce((best, name) => (meanRegret(cell, name) < meanRegret(cell, best) ? name : best));
}

/** R_t against t, the mean over the worlds. */
export function meanCurve(cell: BanditCell, name: string): [number, number][] {
  const curves = cell.runs.get(name)!.map(({ curve }) => curve);
  return curveRounds(cell.size.rounds).map((t, i) => [t, mean(curves.map((curve) => curve[i]!))]);
}

/** The slope of ln R_t against ln t over the last decade: 1 learns nothing more, 0 has stopped paying. */
export function logLogSlope(curve: readonly (readonly [number, number])[]): number {
  const last = curve.at(-1)![0];
  const points = curve.filter(([t, r]) => t >= last / 10 && r > 0).map(([t, r]) => [Math.log(t), Math.log(r)] as const);
  const x = mean(points.map(([a]) => a));
  const y = mean(points.map(([, b]) => b));
  const across = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return across / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
