import { type Circuit, type CircuitBuilder, createBuilder, type Edge, evaluateOnce } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { type Word, words } from '#logic/circuit/words';
import { createRng, type Rng } from '#foundation/kernel';
import { type ExpertStep, proveTriple } from '#logic/verify';
import { planesFor } from '#learners/machine/representation/macros';
import type { InstalledProgram, PlanClaim, ProgramPlan } from '#learners/machine/plans/programs';
import { clockStep, countsAreSound, programOf } from './prove-plan.ts';

/** What the answer should be, said by a program of its own over ghosts: planes that only the proof knows. */
export interface Specification {
  /** Completes "the output agrees with …". */
  readonly says: string;
  readonly ghosts: number;
  /** Ghosts that spell a number, lowest bit first; it grows by at most one a token. The other ghosts are flags. */
  readonly number: readonly number[];
  /** Reads the token, then the ghosts; writes the ghosts. All are 0 in the beginning. */
  readonly step: Circuit;
  /** Reads the ghosts. */
  readonly answer: Circuit;
}

const MAX_CONFLICTS = 50_000;
const SEEN_STEPS = 48;
const SEEN_RUNS = 96;

/**
 * Proves that the first output of a plan is what a specification says after every token of every sequence up to a length, or leaves
 * it. How the two belong together is guessed from runs and then proved to be kept by every step: for each way that flags, control
 * state, signs and "the number is zero" were seen together, which counts were a constant, or the number or its negative plus one.
 *
 *     I(s) = ⋁ over ways k seen: k(s) ∧ ⋀ count_j = a · number + b      {I} step {I ∧ output = answer}
 *
 * @source Hoare 1969; guessing invariants from runs: Ernst et al. 2001, Dynamically discovering likely program invariants
 */
export function proveAgreement(
  installed: InstalledProgram,
  specification: Specification,
  maxLength: number,
): PlanClaim | undefined {
  const { plan } = installed;
  const last = maxLength + 1;
  const clock = planesFor(last + 1);
  const { planes, steps, state, at } = programOf(plan, specification.ghosts + clock);
  const first = state - clock - specification.ghosts;
  const ghosts = Array.from({ length: specification.ghosts }, (_, i) => first + i);
  const time = Array.from({ length: clock }, (_, i) => state - clock + i);
  const tokens = Array.from({ length: plan.inputs }, (_, i) => state + i);
  const ghostStep: ExpertStep = {
    kind: 'expert',
    name: 'specification',
    reads: [...tokens, ...ghosts],
    writes: ghosts,
    body: specification.step,
  };
  const ways = seenWays(plan, specification, Math.min(SEEN_STEPS, maxLength), createRng('synthesis/agreement'));
  const output = at({ region: 'output', at: 0 });
  const predicate = (isBounded: boolean, isAnswered: boolean): Circuit => {
    const builder = createBuilder();
    const edges = builder.inputs(state);
    const ghostEdges = ghosts.map((plane) => edges[plane]!);
    const t = time.map((plane) => edges[plane]!);
    const isOver = builder.not(words.lessThan(builder, t, words.constant(clock, last)));
    const related = relate(builder, { plan, specification, ways }, { state: edges, ghosts: ghostEdges, time: t });
    const isSound = countsAreSound(builder, plan, edges, isBounded ? t : undefined);
    const answer = graft(builder, specification.answer, ghostEdges)[0]!;
    const isRight = isAnswered ? builder.equal(edges[output]!, answer) : builder.constant(true);
    return builder.build([builder.or(isOver, builder.andAll([related, isSound, isRight]))]);
  };
  const start = Array.from({ length: state }, (_, plane) => plane < plan.state && plan.ones.includes(plane));
  const program = { kind: 'sequence', steps: [...steps, ghostStep, clockStep(time, last)] } as const;
  // A word that marks an end by a far value is within no bound, and needs none.
  for (const isBounded of [true, false]) {
    const pre = predicate(isBounded, false);
    if (evaluateOnce(pre, start)[0] !== true) continue;
    const post = predicate(isBounded, true);
    const verified = proveTriple({ pre, program, post, planes }, { maxConflicts: MAX_CONFLICTS });
    if (verified.answer !== 'holds') continue;
    return {
      claim: `the output agrees with ${specification.says}, within ${maxLength} tokens`,
      proofs: verified.proofs,
    };
  }
  return undefined;
}

/** count_j = sign · number + offset */
interface Linear {
  readonly count: number;
  readonly sign: 1 | 0 | -1;
  readonly offset: number;
}

/** One way that what is not a number was seen: bit by bit, and what held of the counts whenever it was. */
interface Way {
  readonly bits: readonly boolean[];
  readonly linear: readonly Linear[];
}

/** Planes that a step reads before it writes them, without the words that count and their planes for zero: the control state. */
function controlPlanes(plan: ProgramPlan): number[] {
  const counted = new Set([...plan.counts.flat(), ...plan.ones]);
  const written = new Set<number>();
  const live = new Set<number>();
  for (const { reads, writes } of plan.parts) {
    for (const { region, at } of reads) if (region === 'state' && !written.has(at) && !counted.has(at)) live.add(at);
    for (const { region, at } of writes) if (region === 'state') written.add(at);
  }
  return [...live].sort((a, b) => a - b);
}

/** Control state, sign and zero of each count, flags of the specification, and whether its number is zero. */
function wayBits<Bit>(
  plan: ProgramPlan,
  { number, ghosts }: Specification,
  of: {
    readonly state: (plane: number) => Bit;
    readonly ghost: (plane: number) => Bit;
    readonly isZero: (word: readonly Bit[]) => Bit;
  },
): Bit[] {
  const flags = Array.from({ length: ghosts }, (_, plane) => plane).filter((plane) => !number.includes(plane));
  return [
    ...controlPlanes(plan).map(of.state),
    ...plan.counts.flatMap((word) => [of.state(word.at(-1)!), of.isZero(word.map(of.state))]),
    ...flags.map(of.ghost),
    of.isZero(number.map(of.ghost)),
  ];
}

/** Ways seen in runs on random tokens, by the circuits themselves. */
function seenWays(plan: ProgramPlan, specification: Specification, steps: number, rng: Rng): Way[] {
  const ways = new Map<string, { readonly bits: boolean[]; linear: Linear[] | undefined }>();
  for (let run = 0; run < SEEN_RUNS; run += 1) {
    let state = Array.from({ length: plan.state }, (_, plane) => plan.ones.includes(plane));
    let ghosts = new Array<boolean>(specification.ghosts).fill(false);
    // Runs that lean to one token go further from zero.
    const lean = rng.float();
    for (let t = 0; t <= steps; t += 1) {
      const bits = wayBits(plan, specification, {
        state: (plane) => state[plane]!,
        ghost: (plane) => ghosts[plane]!,
        isZero: (word) => !word.some(Boolean),
      });
      const number = unsigned(specification.number.map((plane) => ghosts[plane]!));
      const counts = plan.counts.map((word) => signed(word.map((plane) => state[plane]!)));
      const key = bits.map(Number).join('');
      const known = ways.get(key) ?? { bits, linear: undefined };
      known.linear = (known.linear ?? linearAt(counts, number)).filter(
        ({ count, sign, offset }) => counts[count] === sign * number + offset,
      );
      ways.set(key, known);
      const token = Array.from({ length: plan.inputs }, () => rng.chance(lean));
      state = runPlan(plan, state, token);
      ghosts = evaluateOnce(specification.step, [...token, ...ghosts]);
    }
  }
  return [...ways.values()].map(({ bits, linear }) => ({ bits, linear: linear ?? [] }));
}

function linearAt(counts: readonly number[], number: number): Linear[] {
  return counts.flatMap((value, count) =>
    ([1, 0, -1] as const).map((sign) => ({ count, sign, offset: value - sign * number })),
  );
}

function runPlan(plan: ProgramPlan, before: readonly boolean[], token: readonly boolean[]): boolean[] {
  const state = [...before];
  const outside = {
    shared: new Array<boolean>(plan.shared).fill(false),
    output: new Array<boolean>(plan.outputs).fill(false),
  };
  const region = { state, input: token, ...outside };
  for (const { reads, writes, circuit } of plan.parts) {
    const written = evaluateOnce(
      circuit,
      reads.map((bit) => region[bit.region][bit.at]!),
    );
    for (const [i, bit] of writes.entries()) if (bit.region === 'state') state[bit.at] = written[i]!;
  }
  return state;
}

function unsigned(bits: readonly boolean[]): number {
  return bits.reduce((sum, bit, i) => sum + (bit ? 2 ** i : 0), 0);
}

function signed(bits: readonly boolean[]): number {
  const value = unsigned(bits);
  return bits.at(-1) === true ? value - 2 ** bits.length : value;
}

interface Relation {
  readonly plan: ProgramPlan;
  readonly specification: Specification;
  readonly ways: readonly Way[];
}

interface Edges {
  readonly state: readonly Edge[];
  readonly ghosts: readonly Edge[];
  readonly time: Word;
}

/** The number is at most the time, and one of the ways holds with what was seen of it. */
function relate(builder: CircuitBuilder, { plan, specification, ways }: Relation, edges: Edges): Edge {
  const { state, ghosts, time } = edges;
  const number = specification.number.map((plane) => ghosts[plane]!);
  const bits = wayBits(plan, specification, {
    state: (plane) => state[plane]!,
    ghost: (plane) => ghosts[plane]!,
    isZero: (word) => builder.not(builder.orAll(word)),
  });
  const width = Math.max(number.length, time.length, ...plan.counts.map((word) => word.length)) + 2;
  const wide = words.zeroExtend(number, width);
  const values = plan.counts.map((word) =>
    words.signExtend(
      word.map((plane) => state[plane]!),
      width,
    ),
  );
  const holds = ({ count, sign, offset }: Linear): Edge => {
    const scaled = sign === 0 ? words.constant(width, 0) : sign === 1 ? wide : words.negate(builder, wide);
    const shifted = words.add(builder, scaled, words.constant(width, BigInt.asUintN(width, BigInt(offset))));
    return words.equal(builder, values[count]!, shifted);
  };
  const isWay = builder.orAll(
    ways.map((way) =>
      builder.andAll([...way.bits.map((bit, i) => (bit ? bits[i]! : builder.not(bits[i]!))), ...way.linear.map(holds)]),
    ),
  );
  const isWithin = builder.not(words.lessThan(builder, words.zeroExtend(time, width), wide));
  return builder.and(isWay, isWithin);
}
