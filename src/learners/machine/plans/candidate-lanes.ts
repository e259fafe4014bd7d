import { createBuilder, FALSE } from '#logic/circuit/graph';
import { planesFor } from '../representation/macros/planes-for.ts';
import { Move, Sign, signCount, signRows } from './automaton.ts';
import { type CounterBits, counterBits, counterWidth, countingParts, signsOf } from './automaton-experts.ts';
import type { CandidateSpace } from './candidate-space.ts';
import { InstalledProgram } from './programs/installed-program.ts';
import { type Bit, bitsAt, type ProgramPart, type ProgramPlan } from './programs/program-plan.ts';
import { selectEdge } from './table-edge.ts';

const MOST_LANES = 16_384;

/** A step program whose control table is an input, so that each lane runs an automaton of its own. */
interface OpenProgram {
  readonly plan: ProgramPlan;
  /** Planes after the token: by row, the bits of the next state, then two bits per counter for its move. */
  readonly tableBits: number;
  readonly state: readonly Bit[];
  readonly signed: readonly CounterBits[];
}

function openProgram({ size, rows }: CandidateSpace, maxLength: number): OpenProgram {
  const { classes, states, counters } = size;
  const [classBits, stateBits] = [planesFor(classes), states === 1 ? 0 : planesFor(states)];
  const width = counterWidth(maxLength);
  const signed = Array.from({ length: counters }, (_, j) => counterBits(stateBits, j, width));
  const state = bitsAt('state', 0, stateBits);
  const entryBits = stateBits + 2 * counters;
  const control: ProgramPart = {
    id: '1-control',
    reads: [
      ...bitsAt('input', 0, classBits),
      ...state,
      ...signed.flatMap(({ count, zero }) => [count.at(-1)!, zero]),
      ...bitsAt('input', classBits, rows * entryBits),
    ],
    writes: [...state, ...signed.flatMap(({ moves }) => moves)],
    circuit: controlCircuit(size, { classBits, stateBits, rows }),
  };
  const plan: ProgramPlan = {
    inputs: classBits + rows * entryBits,
    state: stateBits + counters * (width + 4),
    shared: 0,
    outputs: 1,
    ones: signed.map(({ zero }) => zero.at),
    counts: signed.map(({ count }) => count.map(({ at }) => at)),
    parts: [control, ...countingParts(signed)],
  };
  return { plan, tableBits: rows * entryBits, state, signed };
}

/** The entry of the row that token, state and signs spell, out of a table that is read like any other plane. */
function controlCircuit(
  { classes, states, counters }: CandidateSpace['size'],
  { classBits, stateBits, rows }: { readonly classBits: number; readonly stateBits: number; readonly rows: number },
): ProgramPart['circuit'] {
  const builder = createBuilder();
  const seen = builder.inputs(classBits + stateBits + 2 * counters, 'seen');
  const entryBits = stateBits + 2 * counters;
  const table = builder.inputs(rows * entryBits, 'table');
  const rowOf = (at: number): number => {
    const [token, state] = [at & (2 ** classBits - 1), (at >>> classBits) & (2 ** stateBits - 1)];
    const signs = signsOf(at >>> (classBits + stateBits), counters);
    return token < classes && state < states && signs !== undefined
      ? (token * states + state) * signRows(counters) + signs
      : -1;
  };
  const places = Array.from({ length: 2 ** seen.length }, (_, at) => rowOf(at));
  const entry = Array.from({ length: entryBits }, (_, b) =>
    selectEdge(
      builder,
      seen,
      places.map((row) => (row < 0 ? FALSE : table[row * entryBits + b]!)),
    ),
  );
  const moves = Array.from({ length: counters }, (_, j) => {
    const [low, high] = [entry[stateBits + 2 * j]!, entry[stateBits + 2 * j + 1]!];
    const is = (move: number) =>
      builder.and((move & 1) === 1 ? low : builder.not(low), (move & 2) === 2 ? high : builder.not(high));
    return [is(Move.up), is(Move.down), is(Move.reset)];
  });
  return builder.build([...entry.slice(0, stateBits), ...moves.flat()]);
}

/**
 * Many automata of a space at once, one per lane of a machine: their tables are planes, and one step of the machine is one step of all
 * of them. A lane that holds no automaton is not in `held`.
 */
export class CandidateLanes {
  readonly space: CandidateSpace;
  readonly lanes: number;
  /** The number of the automaton in lane 0. */
  first = 0;
  /** Lanes that hold an automaton. */
  readonly held: Int32Array;
  private readonly open: OpenProgram;
  private readonly installed: InstalledProgram;
  private readonly tokens: readonly (readonly Int32Array[])[];

  constructor(space: CandidateSpace, maxLength: number) {
    this.space = space;
    this.lanes = Math.min(MOST_LANES, 128 * Math.ceil(space.count / 128));
    this.open = openProgram(space, maxLength);
    this.installed = new InstalledProgram(this.open.plan, this.lanes, 'never');
    const plane = (bit: number): Int32Array => new Int32Array(this.lanes / 32).fill(-bit);
    const classBits = planesFor(space.size.classes);
    this.tokens = Array.from({ length: space.size.classes }, (_, token) =>
      Array.from({ length: classBits }, (_unused, b) => plane((token >>> b) & 1)),
    );
    this.held = new Int32Array(this.lanes / 32);
  }

  /** Puts the automata from a number on into the lanes. */
  load(first: number): void {
    const { space, lanes, open, held } = this;
    const stateBits = open.state.length;
    const planes = Array.from({ length: open.tableBits }, () => new Int32Array(lanes / 32));
    this.first = first;
    held.fill(0);
    for (let lane = 0; lane < Math.min(lanes, space.count - first); lane += 1) {
      const { next, moves } = space.table(first + lane);
      const [word, bit] = [lane >>> 5, 1 << (lane & 31)];
      held[word]! |= bit;
      let at = 0;
      for (let row = 0; row < space.rows; row += 1) {
        for (let b = 0; b < stateBits; b += 1, at += 1) if (((next[row]! >>> b) & 1) === 1) planes[at]![word]! |= bit;
        for (const moved of moves) {
          if ((moved[row]! & 1) === 1) planes[at]![word]! |= bit;
          if ((moved[row]! & 2) === 2) planes[at + 1]![word]! |= bit;
          at += 2;
        }
      }
    }
    const { machine, plan } = this.installed;
    for (const [i, plane] of planes.entries()) machine.writePlane(plan.inputs - open.tableBits + i, plane);
  }

  begin(): void {
    this.installed.begin();
  }

  /** The same token for all. */
  step(token: number): void {
    this.installed.step(this.tokens[token]!);
  }

  /** By row of the answers (state · 3^counters + signs): the lanes that are there. */
  places(): Int32Array[] {
    const { states, counters } = this.space.size;
    const { machine } = this.installed;
    const read = ({ at }: Bit): Int32Array => machine.readPlane(machine.planes.regions.state.first + at);
    const state = this.open.state.map(read);
    const signs = this.open.signed.map(({ count, zero }) => ({ below: read(count.at(-1)!), zero: read(zero) }));
    return Array.from({ length: states * signRows(counters) }, (_, place) => {
      const lanes = this.held.slice();
      const at = Math.floor(place / signRows(counters));
      for (const [b, plane] of state.entries()) keepWhere(lanes, plane, (at >>> b) & 1);
      for (const [j, { below, zero }] of signs.entries()) {
        const sign = Math.floor(place / signCount ** j) % signCount;
        keepWhere(lanes, zero, sign === Sign.zero ? 1 : 0);
        keepWhere(lanes, below, sign === Sign.below ? 1 : 0);
      }
      return lanes;
    });
  }
}

function keepWhere(lanes: Int32Array, plane: Int32Array, value: number): void {
  const flip = value === 1 ? 0 : -1;
  for (let w = 0; w < lanes.length; w += 1) lanes[w]! &= plane[w]! ^ flip;
}
