import { type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import { type ExpertStep, type Planes, type ProgramStep, proveInvariant } from '#logic/verify';
import type { Bit, PlanClaim, ProgramPlan, StackPlan } from '#learners/machine/plans/programs';
import { planesFor } from '#learners/machine/representation/macros';

/** The least and the greatest value that a word had in the runs seen. */
export interface SeenRange {
  readonly least: number;
  readonly most: number;
}

/** Conflicts that one question may cost. */
const MAX_CONFLICTS = 50_000;

/** Only bounds as near to zero as this are worth a question. */
const NEAR = 1;

/** A word may leave zero by more than one at once: a count d may be written as −d − 2. */
const JUMP = 4;

/**
 * What can be proved of the words that count, for every input: they never wrap within `maxLength` tokens, and where a word
 * stayed within a step of zero on one side in all runs seen, it always does. What is not proved is left out.
 *
 *     |count| ≤ t + 4, bound ≤ count, and the plane for zero is right: kept by every step, which also raises the ghost t
 */
export function provePlan(plan: ProgramPlan, maxLength: number, seen: readonly SeenRange[]): PlanClaim[] {
  const claims: PlanClaim[] = [];
  const ask = (claim: string, j: number, bound?: Bound): void => {
    const verified = proveInvariant(questionOf(plan, j, maxLength, bound), { maxConflicts: MAX_CONFLICTS });
    if (verified.answer === 'holds') claims.push({ claim, proofs: verified.proofs });
  };
  for (const [j, word] of plan.counts.entries()) {
    // Where the word could hold less than the reach, a wrapped count would still be within it.
    if (2 ** (word.length - 1) - 1 < maxLength + 1 + JUMP) continue;
    ask(`count ${j} never wraps within ${maxLength} tokens`, j);
    const range = seen[j];
    if (range === undefined) continue;
    if (range.least >= -NEAR) ask(`count ${j} is never below ${range.least}`, j, { side: 'least', value: range.least });
    if (range.most <= NEAR) ask(`count ${j} is never above ${range.most}`, j, { side: 'most', value: range.most });
  }
  if (plan.stack !== undefined) {
    const claim = `the stack never holds more than ${plan.stack.words} words, and knows when it is empty`;
    const verified = proveInvariant(stackQuestion(plan, plan.stack), { maxConflicts: MAX_CONFLICTS });
    if (verified.answer === 'holds') claims.push({ claim, proofs: verified.proofs });
  }
  return claims;
}

/** level ≤ words, and empty ⇔ level = 0: kept by every step. */
function stackQuestion(plan: ProgramPlan, { words: most, level, empty }: StackPlan): Question {
  const { planes, steps, state } = programOf(plan, 0);
  const builder = createBuilder();
  const edges = builder.inputs(state);
  const word = level.map((plane) => edges[plane]!);
  const isWithin = builder.not(words.lessThan(builder, words.constant(word.length, most), word));
  const isRight = builder.equal(edges[empty]!, builder.not(builder.orAll(word)));
  return { planes, program: { kind: 'sequence', steps }, invariant: builder.build([builder.and(isWithin, isRight)]) };
}

type Question = Parameters<typeof proveInvariant>[0];

interface Bound {
  readonly side: 'least' | 'most';
  readonly value: number;
}

/** The plan as a program over its state, shared and output planes, then so many of ghosts. */
export function programOf(
  plan: ProgramPlan,
  ghosts: number,
): {
  readonly planes: Planes;
  readonly steps: ExpertStep[];
  readonly state: number;
  readonly at: (bit: Bit) => number;
} {
  const state = plan.state + plan.shared + plan.outputs + ghosts;
  const first = { state: 0, shared: plan.state, output: plan.state + plan.shared, input: state };
  const at = (bit: Bit): number => first[bit.region] + bit.at;
  const steps = plan.parts.map(({ id, reads, writes, circuit }): ExpertStep => ({
    kind: 'expert',
    name: id,
    reads: reads.map(at),
    writes: writes.map(at),
    body: circuit,
  }));
  return { planes: { state, input: plan.inputs }, steps, state, at };
}

/** The ghost t is the last of the state. Once the clock is over nothing is claimed. */
function questionOf(plan: ProgramPlan, j: number, maxLength: number, bound: Bound | undefined): Question {
  const last = maxLength + 1;
  const ghost = planesFor(last + 1);
  const { planes, steps, state } = programOf(plan, ghost);
  const time = Array.from({ length: ghost }, (_, i) => state - ghost + i);
  const program: ProgramStep = { kind: 'sequence', steps: [...steps, clockStep(time, last)] };
  const builder = createBuilder();
  const edges = builder.inputs(state);
  const t = time.map((plane) => edges[plane]!);
  const word = plan.counts[j]!.map((plane) => edges[plane]!);
  const isOver = builder.not(words.lessThan(builder, t, words.constant(ghost, last)));
  const isSound = countIsSound(builder, word, edges[plan.ones[j]!]!, t);
  const isBound = bound === undefined ? builder.constant(true) : boundEdge(builder, word, bound);
  return { planes, program, invariant: builder.build([builder.or(isOver, builder.and(isSound, isBound))]) };
}

/** A count is no further from zero than t + 4, where a time is given, and its plane for zero is right. */
function countIsSound(builder: CircuitBuilder, word: readonly Edge[], zero: Edge, t?: readonly Edge[]): Edge {
  const isZeroRight = builder.equal(zero, builder.not(builder.orAll(word)));
  if (t === undefined) return isZeroRight;
  const width = Math.max(word.length, t.length) + 1;
  const count = words.signExtend(word, width);
  const reach = words.add(builder, words.zeroExtend(t, width), words.constant(width, JUMP));
  return builder.andAll([
    isZeroRight,
    builder.not(words.lessThanSigned(builder, reach, count)),
    builder.not(words.lessThanSigned(builder, count, words.negate(builder, reach))),
  ]);
}

/** All counts of a plan, over its state planes. */
export function countsAreSound(
  builder: CircuitBuilder,
  plan: ProgramPlan,
  state: readonly Edge[],
  t?: readonly Edge[],
): Edge {
  const each = plan.counts.map((word, j) =>
    countIsSound(
      builder,
      word.map((plane) => state[plane]!),
      state[plan.ones[j]!]!,
      t,
    ),
  );
  return builder.andAll(each);
}

function boundEdge(builder: CircuitBuilder, count: readonly Edge[], { side, value }: Bound): Edge {
  const limit = count.map((_, i) => builder.constant(((value >> Math.min(i, 31)) & 1) === 1));
  const [low, high] = side === 'least' ? [count, limit] : [limit, count];
  return builder.not(words.lessThanSigned(builder, low, high));
}

/** t ← min(t + 1, last) */
export function clockStep(time: readonly number[], last: number): ExpertStep {
  const builder = createBuilder();
  const t = builder.inputs(time.length);
  const isBefore = words.lessThan(builder, t, words.constant(time.length, last));
  const body = builder.build(words.mux(builder, isBefore, words.increment(builder, t), t));
  return { kind: 'expert', name: 'clock', reads: time, writes: time, body };
}
