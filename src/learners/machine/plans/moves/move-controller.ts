/** What a move may take its value from; M[x] is the word of the memory at the address x. */
export type Source = 'payload' | 'A' | 'B' | 'memory' | 'none';

/** Where a move may put it. */
export type Target = 'A' | 'B' | 'answer' | 'memory';

/** What addresses the memory. */
export type Address = 'payload' | 'A' | 'B';

/** One move of a value between the parts. */
export interface Move {
  readonly to: Target;
  readonly from: Source;
  /** Which word of the memory is meant, where one is. */
  readonly at?: Address;
  /** Only where there is nothing yet. */
  readonly once: boolean;
}

const sources: readonly Source[] = ['payload', 'A', 'B', 'none'];
const addresses: readonly Address[] = ['payload', 'A', 'B'];

/** Every move of a value from one part to another: 52. From memory to memory would take two addresses. */
export const moves: readonly Move[] = [false, true].flatMap((once) => [
  ...(['A', 'B', 'answer'] as const).flatMap((to) => [
    ...sources.filter((from) => from !== to).map((from): Move => ({ to, from, once })),
    ...addresses.map((at): Move => ({ to, from: 'memory', at, once })),
  ]),
  ...addresses.flatMap((at) =>
    (['payload', 'A', 'B'] as const)
      .filter((from) => from !== at)
      .map((from): Move => ({ to: 'memory', from, at, once })),
  ),
]);

/**
 * A finite control over two registers, a memory of words by address, and the answer: a row, class · states + state, makes one move or none (−1).
 * Values are 0 for nothing and v + 1 for the payload v. Nothing is read from or written to an address that is not there, and nothing is not written to memory.
 */
export interface MoveController {
  readonly kind: 'move-controller';
  readonly classes: number;
  readonly payloads: number;
  readonly states: number;
  readonly next: readonly number[];
  readonly moves: readonly number[];
}

/** What the moves act on. */
export class MoveState {
  answer = 0;
  private a = 0;
  private b = 0;
  private readonly memory: Int32Array;
  private readonly touched: number[] = [];

  constructor(payloads: number) {
    this.memory = new Int32Array(payloads);
  }

  /** Everything empty again. */
  reset(): void {
    this.answer = this.a = this.b = 0;
    for (const at of this.touched.splice(0)) this.memory[at] = 0;
  }

  apply({ to, from, at, once }: Move, payload: number): void {
    const address = at === undefined ? -1 : (at === 'payload' ? payload + 1 : at === 'A' ? this.a : this.b) - 1;
    const value =
      from === 'payload'
        ? payload + 1
        : from === 'A'
          ? this.a
          : from === 'B'
            ? this.b
            : from === 'none' || address < 0
              ? 0
              : this.memory[address]!;
    if (to === 'memory') {
      if (address < 0 || value === 0 || (once && this.memory[address] !== 0)) return;
      this.memory[address] = value;
      this.touched.push(address);
    } else if (to === 'answer') this.answer = once && this.answer !== 0 ? this.answer : value;
    else if (to === 'A') this.a = once && this.a !== 0 ? this.a : value;
    else this.b = once && this.b !== 0 ? this.b : value;
  }
}

/** The answers of a controller to a sequence. */
export function runMoves(
  { payloads: size, states, next, moves: rows }: MoveController,
  classes: ArrayLike<number>,
  payloads: ArrayLike<number>,
): Int16Array {
  const given = new Int16Array(classes.length);
  const parts = new MoveState(size);
  let state = 0;
  for (let t = 0; t < classes.length; t += 1) {
    const row = classes[t]! * states + state;
    if (rows[row]! >= 0) parts.apply(moves[rows[row]!]!, payloads[t]!);
    state = next[row]!;
    given[t] = parts.answer;
  }
  return given;
}
