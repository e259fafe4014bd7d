import { InstalledThinker, type ThinkPlan } from '#learners/machine/hypotheses';
import { type Machine, planeOf } from '#learners/machine/representation/machine';
import { type Circuit, type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';

/** The index stays in [0, BOUND). */
export const BOUND = 200;
const WIDTH = 8;
const STEP = 4;

type Bit = ThinkPlan['parts'][number]['reads'][number];

/** Where the program keeps its words. */
const layout = {
  op: ['input', 0, 2],
  step: ['input', 2, STEP],
  index: ['state', 0, WIDTH],
  sum: ['state', 8, WIDTH + 1],
  difference: ['state', 17, WIDTH + 1],
  tooHigh: ['state', 26, 1],
  tooLow: ['state', 27, 1],
  raised: ['state', 28, WIDTH],
  lowered: ['state', 36, WIDTH],
  bad: ['output', 0, 1],
} as const satisfies Readonly<Record<string, readonly [Bit['region'], number, number]>>;

type WordName = keyof typeof layout;

const noWords: Readonly<Record<WordName, Edge[]>> = {
  op: [],
  step: [],
  index: [],
  sum: [],
  difference: [],
  tooHigh: [],
  tooLow: [],
  raised: [],
  lowered: [],
  bad: [],
};

/** One line of the program: what it writes, what it reads, and how. */
interface Line {
  readonly id: string;
  readonly writes: WordName;
  readonly reads: readonly WordName[];
  readonly build: (b: CircuitBuilder, word: Readonly<Record<WordName, Edge[]>>) => readonly Edge[];
}

/**
 * The program as a person would write it, one operation a line: op 0 holds the index, 1 adds the step and stops at the bound, 2
 * subtracts it and stops at 0, 3 goes home; the last line watches the bound at run time. No line is longer than it needs to be.
 */
const program: readonly Line[] = [
  {
    id: 'sum',
    writes: 'sum',
    reads: ['index', 'step'],
    build: (b, { index, step }) => words.addExact(b, index, words.zeroExtend(step, WIDTH)),
  },
  {
    id: 'difference',
    writes: 'difference',
    reads: ['index', 'step'],
    build: (b, { index, step }) => words.subtract(b, [...index, 0], words.zeroExtend(step, WIDTH + 1)),
  },
  {
    id: 'too-high',
    writes: 'tooHigh',
    reads: ['sum'],
    build: (b, { sum }) => [b.not(words.lessThan(b, sum, words.constant(WIDTH + 1, BOUND)))],
  },
  { id: 'too-low', writes: 'tooLow', reads: ['difference'], build: (_b, { difference }) => [difference[WIDTH]!] },
  {
    id: 'raise',
    writes: 'raised',
    reads: ['tooHigh', 'sum'],
    build: (b, { tooHigh: high, sum }) => words.mux(b, high[0]!, words.constant(WIDTH, BOUND - 1), sum.slice(0, WIDTH)),
  },
  {
    id: 'lower',
    writes: 'lowered',
    reads: ['tooLow', 'difference'],
    build: (b, { tooLow: low, difference }) =>
      words.mux(b, low[0]!, words.constant(WIDTH, 0), difference.slice(0, WIDTH)),
  },
  {
    id: 'select',
    writes: 'index',
    reads: ['op', 'index', 'raised', 'lowered'],
    build: (b, { op, index, raised, lowered }) =>
      words.mux(
        b,
        op[1]!,
        words.mux(b, op[0]!, words.constant(WIDTH, 0), lowered),
        words.mux(b, op[0]!, raised, index),
      ),
  },
  {
    id: 'watch',
    writes: 'bad',
    reads: ['index'],
    build: (b, { index }) => [b.not(words.lessThan(b, index, words.constant(WIDTH, BOUND)))],
  },
];

/** Bits of a word. */
export function bitsOf(name: WordName): Bit[] {
  const [region, first, width] = layout[name];
  return Array.from({ length: width }, (_, i) => ({ region, at: first + i }));
}

/** Planes of a word in a machine that runs the program. */
export function planesOf(machine: Machine, name: WordName): number[] {
  return bitsOf(name).map(({ region, at }) => planeOf(machine.planes, region, at));
}

/** The program as a plan: one part a line, the index kept from one command to the next. */
export const boundedIndex: ThinkPlan = {
  inputs: 2 + STEP,
  state: 44,
  outputs: 1,
  ones: [],
  kept: Array.from({ length: WIDTH }, (_, i) => i),
  parts: program.map(({ id, writes, reads, build }) => ({
    id,
    reads: reads.flatMap(bitsOf),
    writes: bitsOf(writes),
    circuit: circuitOf(reads, build),
  })),
  thinkSteps: 1,
};

function circuitOf(reads: readonly WordName[], build: Line['build']): Circuit {
  const builder = createBuilder();
  const word: Record<WordName, Edge[]> = { ...noWords };
  for (const name of reads) word[name] = builder.inputs(layout[name][2], name);
  return builder.build(build(builder, word));
}

/** A machine that runs a plan as evolve installs it, going on from the planes of another where one is given. */
export function installPlan(plan: ThinkPlan, lanes: number, before?: Machine): Machine {
  const { machine } = new InstalledThinker(plan, lanes);
  if (before === undefined) return machine;
  for (let plane = 0; plane < machine.planes.count; plane += 1) {
    machine.writePlane(plane, before.readPlane(plane).slice(0, lanes / 32));
  }
  return machine;
}
