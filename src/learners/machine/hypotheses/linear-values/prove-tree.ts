import { type Circuit, type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { checkEquivalence } from '#logic/verify';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { PlanClaim } from '../../plans/programs/plan-claim.ts';
import { codesOf } from './feature.ts';
import { leavesOf, type PolicyTree } from './policy-tree.ts';
import { testEdge, type ValueHypothesis } from './value-plan.ts';

const MAX_CONFLICTS = 20_000;
/** Past this many leaves the paths are too many to be written out. */
const MOST_LEAVES = 200;

/**
 * That the circuit which runs, a choice at every test, decides as the paths of the tree do, written out: bit b of the action holds where some path to a leaf
 * with that bit does.
 */
export function proveTree({ features, tree, actions }: ValueHypothesis, face: FacePorts): PlanClaim[] {
  const leaves = leavesOf(tree);
  if (leaves > MOST_LEAVES) return [];
  const widths = features.map((feature) => planesFor(codesOf(feature, face.observation.ports)));
  const width = planesFor(actions.length);
  const circuitOf = (build: (builder: CircuitBuilder, seen: readonly Word[]) => Word): Circuit => {
    const builder = createBuilder();
    const seen = widths.map((bits, i) => builder.inputs(bits, `f${i}.`));
    return builder.build([...build(builder, seen)]);
  };
  const chosen = circuitOf((builder, seen) => choices(builder, seen, tree, width));
  const written = circuitOf((builder, seen) => {
    const found = [...paths(builder, seen, tree)];
    return Array.from({ length: width }, (_, bit) =>
      builder.orAll(found.filter(({ action }) => ((action >>> bit) & 1) === 1).map(({ holds }) => holds)),
    );
  });
  const result = checkEquivalence(chosen, written, { maxConflicts: MAX_CONFLICTS });
  return result.answer === 'equal'
    ? [{ claim: `${leaves} cases decide as their tests say`, proofs: [result.proof] }]
    : [];
}

function choices(builder: CircuitBuilder, seen: readonly Word[], tree: PolicyTree, width: number): Word {
  if ('action' in tree) return words.constant(width, tree.action);
  const [yes, no] = [choices(builder, seen, tree.yes, width), choices(builder, seen, tree.no, width)];
  return words.mux(builder, testEdge(builder, seen[tree.feature]!, tree), yes, no);
}

function* paths(
  builder: CircuitBuilder,
  seen: readonly Word[],
  tree: PolicyTree,
  before: readonly Edge[] = [],
): Generator<{ readonly action: number; readonly holds: Edge }, void, void> {
  if ('action' in tree) {
    yield { action: tree.action, holds: builder.andAll(before) };
    return;
  }
  const test = testEdge(builder, seen[tree.feature]!, tree);
  yield* paths(builder, seen, tree.yes, [...before, test]);
  yield* paths(builder, seen, tree.no, [...before, builder.not(test)]);
}
