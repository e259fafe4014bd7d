import { createBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import type { FacePorts } from '#foundation/contracts/words';
import { proveNever } from '#logic/verify';
import type { PlanClaim } from '../../plans/programs/plan-claim.ts';
import { placeLines } from './world-edges.ts';
import type { WorldBinding } from './world-hypothesis.ts';

const MAX_CONFLICTS = 20_000;

/** That the index words never name two places at once, whatever they hold: past the range they name none. */
export function provePlace({ index }: WorldBinding, { observation: { ports } }: FacePorts): PlanClaim[] {
  const builder = createBuilder();
  const digits = index.map((each) => ports[each]!);
  const given = digits.map(({ width }) => builder.inputs(width));
  let [some, twice]: Edge[] = [FALSE, FALSE];
  const lines = placeLines(
    builder,
    given,
    digits.map(({ values }) => values),
  );
  for (const line of lines) {
    twice = builder.or(twice!, builder.and(some!, line));
    some = builder.or(some!, line);
  }
  const outcome = proveNever(builder.build([twice!]), { maxConflicts: MAX_CONFLICTS });
  const claim = `the index words name at most one of ${lines.length} places`;
  return outcome.answer === 'proved' ? [{ claim, proofs: [outcome.material] }] : [];
}
