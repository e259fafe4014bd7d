import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { firstOf } from '../first-line.ts';
import { testLine } from '../prove-tree.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { leavesOf, treeLine, type WordTree } from '../word-tree.ts';
import type { Place } from './control-words.ts';
import type { RelationalHypothesis } from './relational-hypothesis.ts';
import type { Term } from './term.ts';
import { termPart } from './term-circuit.ts';

/** Cases of a tree that one part decides: a part is a circuit of bounded size. */
const LEAVES_PER_PART = 600;

/** Terms are worked out, the tree picks an action, and its words are filled. */
export function relationalPlan({ words: places, tree, actions }: RelationalHypothesis, face: FacePorts): ThinkPlan {
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const terms = new Map<string, Bit[]>();
  let thinkSteps = 1;
  for (const { words: filled } of actions) {
    for (const { port, term } of filled) {
      const { width } = face.action.ports[port]!;
      const name = nameOf(term, width);
      if (term.kind === 'literal' || terms.has(name)) continue;
      const to = plan.word(width);
      terms.set(name, to);
      thinkSteps = Math.max(thinkSteps, termPart(plan, face, term, to));
    }
  }
  const choice = plan.word(actions.length);
  choosePart(plan, places, tree, choice);
  const values = [...terms.values()];
  const names = [...terms.keys()];
  plan.part('act', [choice, ...values], [plan.output(0, face.action.width)], (builder, [chosen, ...given]) => {
    // Whatever the state holds, one action is told and its words are within their range.
    const lines = firstOf(builder, chosen!);
    const bits: Edge[][] = Array.from({ length: face.action.width }, () => []);
    for (const [m, { words: filled }] of actions.entries()) {
      for (const { port, term } of filled) {
        const { offset, width, values: range } = face.action.ports[port]!;
        const word =
          term.kind === 'literal' ? words.constant(width, term.value) : given[names.indexOf(nameOf(term, width))]!;
        const value = range < 2 ** width ? words.min(builder, word, words.constant(width, range - 1)) : word;
        for (const [i, edge] of value.entries()) bits[offset + i]!.push(builder.and(lines[m]!, edge));
      }
    }
    return [bits.map((edges) => builder.orAll(edges))];
  });
  return plan.build(thinkSteps);
}

/** A term is worked out once for each width of word that it fills. */
function nameOf(term: Term, width: number): string {
  return JSON.stringify([term, width]);
}

/** The tree as lines, one per action, exactly one of which holds; large trees are decided subtree by subtree. */
function choosePart(plan: PlanMaker, places: readonly Place[], tree: WordTree, choice: readonly Bit[]): void {
  const reads = places.map(({ at, width, same, order }) => {
    const other = order ?? same;
    return [...plan.input(at, width), ...(other === undefined ? [] : plan.input(other, width))];
  });
  if (leavesOf(tree) > LEAVES_PER_PART && 'test' in tree) {
    const { test } = tree;
    const [yes, no] = [tree.yes, tree.no].map((side) => {
      const chosen = plan.word(choice.length);
      choosePart(plan, places, side, chosen);
      return chosen;
    });
    plan.part('either', [reads.flat(), yes!, no!], [choice], (builder, [all, a, b]) => [
      words.mux(builder, testLine(builder, wordsOf(builder, all!, places)[test.feature]!, test), a!, b!),
    ]);
    return;
  }
  plan.part('choose', [reads.flat()], [choice], (builder, [all]) => {
    const given = wordsOf(builder, all!, places);
    return [
      choice.map((_, m) =>
        treeLine(
          builder,
          tree,
          (label) => label === m,
          (test) => testLine(builder, given[test.feature]!, test),
        ),
      ),
    ];
  });
}

/** The words of the places, out of the bits that are read for them. */
function wordsOf(builder: CircuitBuilder, bits: readonly Edge[], places: readonly Place[]): Edge[][] {
  let at = 0;
  const take = (width: number): Edge[] => {
    at += width;
    return bits.slice(at - width, at);
  };
  return places.map(({ width, same, order }) => {
    const word = take(width);
    if (order !== undefined) {
      const other = take(width);
      return [words.lessThan(builder, word, other), words.lessThan(builder, other, word)];
    }
    return same === undefined ? word : [words.equal(builder, word, take(width))];
  });
}
