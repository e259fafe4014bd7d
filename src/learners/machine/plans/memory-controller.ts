/** What a step does with the register, the memory and the answer; p is the payload of the token. */
export const MemoryOp = {
  /** Nothing. */
  rest: 0,
  /** register ← p */
  latch: 1,
  /** memory[register] ← p */
  write: 2,
  /** memory[register] ← p where it was empty */
  writeOnce: 3,
  /** answer ← memory[p] */
  read: 4,
  /** answer ← memory[register] */
  readLatched: 5,
  /** answer ← p */
  copy: 6,
  /** answer ← none */
  forget: 7,
} as const;

export const memoryOpCount = 8;

/**
 * A finite control over a register and a memory of words by address. It sees the class of a token and never its payload.
 * Rows are class · states + state. Answer 0 is none, answer v + 1 is the payload v. Everything begins empty, in state 0.
 */
export interface MemoryController {
  readonly kind: 'memory-controller';
  readonly classes: number;
  readonly payloads: number;
  readonly states: number;
  readonly next: readonly number[];
  readonly ops: readonly number[];
}

/** What a controller acts on. */
export class MemoryState {
  answer = 0;
  private register = 0;
  /** By address: 0 is empty, v + 1 is the payload v. */
  private readonly memory: Int16Array;

  constructor(payloads: number) {
    this.memory = new Int16Array(payloads);
  }

  apply(op: number, payload: number): void {
    const { memory, register } = this;
    if (op === MemoryOp.latch) this.register = payload;
    else if (op === MemoryOp.write) memory[register] = payload + 1;
    else if (op === MemoryOp.writeOnce) memory[register] ||= payload + 1;
    else if (op === MemoryOp.read) this.answer = memory[payload]!;
    else if (op === MemoryOp.readLatched) this.answer = memory[register]!;
    else if (op === MemoryOp.copy) this.answer = payload + 1;
    else if (op === MemoryOp.forget) this.answer = 0;
  }
}

/** The answers of a controller to a sequence, its memory holding every payload as an address. */
export function runController(
  { states, next, ops, payloads: size }: MemoryController,
  classes: ArrayLike<number>,
  payloads: ArrayLike<number>,
): Int16Array {
  const given = new Int16Array(classes.length);
  const memory = new MemoryState(size);
  let state = 0;
  for (let t = 0; t < classes.length; t += 1) {
    const row = classes[t]! * states + state;
    memory.apply(ops[row]!, payloads[t]!);
    state = next[row]!;
    given[t] = memory.answer;
  }
  return given;
}
