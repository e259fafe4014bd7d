import type { Instruction } from './tiny-vm.ts';

interface State {
  readonly registers: readonly number[];
  readonly memory: ReadonlyMap<number, number>;
}

/**
 * The value of a register at the end, by structural recursion on the program: an immutable state goes through the first
 * instruction and then through the rest. Shares no code with the machine that generates.
 */
export function finalRegister(program: readonly Instruction[], memory: Uint8Array, register: number): number {
  return after(program, { registers: [0, 0, 0, 0], memory: new Map(memory.entries()) }, memory.length).registers[
    register
  ]!;
}

function after(program: readonly Instruction[], state: State, size: number): State {
  const [first, ...rest] = program;
  if (first === undefined) return state;
  const { op, a, b } = first;
  const { registers, memory } = state;
  const [x = 0, y = 0] = [registers[a], registers[b]];
  const put = (value: number): State => ({ memory, registers: registers.with(a, ((value % 256) + 256) % 256) });
  const keep = (at: number): State => ({ registers, memory: new Map([...memory, [at, x]]) });
  const results: Readonly<Record<typeof op, () => State>> = {
    LOAD: () => put(memory.get(b)!),
    STORE: () => keep(b),
    ADD: () => put(x + y),
    BZ: () => state,
    SET: () => put(b),
    SUB: () => put(x - y),
    MUL: () => put(x * y),
    XOR: () => put(x ^ y),
    LOADX: () => put(memory.get(y % size)!),
    STOREX: () => keep(y % size),
  };
  return after(op === 'BZ' && x === 0 ? rest.slice(b) : rest, results[op](), size);
}
