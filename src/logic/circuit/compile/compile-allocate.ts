import { invariant } from '#foundation/kernel';
import { type Circuit, firstGate } from '../graph/circuit.ts';
import type { PolarGates } from './compile-polarity.ts';
import type { Sequence } from './compile-sequence.ts';

/** Instructions beside the four gate operations of `GateOp`; all are four numbers: code, to, a, b. */
export const Move = {
  /** register ← input a */
  load: 4,
  /** register ← scratch slot a */
  reload: 5,
  /** scratch slot `to` ← register a */
  spill: 6,
  /** output `to` ← register a, complemented when b is 1 */
  output: 7,
  /** output `to` ← the constant a */
  constant: 8,
} as const;

/** A circuit as instructions over few registers and a scratch area. */
export interface RegisterCode {
  /** Four numbers per instruction. */
  readonly instructions: Int32Array;
  readonly slots: number;
}

const never = 0x7fffffff;

/** A value that waits longer than this for its first use is stored at once, even if it keeps its register. */
const patience = 2;

/**
 * Assigns registers. When none is free, the value whose next use is farthest away leaves; it is written to scratch only
 * if memory does not hold it yet (inputs always are in memory, unless fetched because they will be overwritten).
 *
 * Engines move a pure operation down to its first use, which keeps two operands alive instead of one result and breaks
 * the plan. A store stays where it is and holds its value there, so a value that will be spilled is stored as soon as it
 * is computed (a rehearsal tells which), and so is one that waits long.
 *
 * @source Belady 1966, A study of replacement algorithms
 */
export function allocateRegisters(
  circuit: Circuit,
  gates: PolarGates,
  sequence: Sequence,
  registers: number,
): RegisterCode {
  const plan: Plan = { circuit, gates, sequence };
  const uses = useTimesOf(plan);
  const room = new Int32Array(28 * (sequence.actions.length + sequence.fetched.length));
  const rehearsal = new Allocator(plan, uses, { registers, room });
  rehearsal.run();
  return new Allocator(plan, uses, { registers, room, mustSpill: rehearsal.isSpilled }).run();
}

interface Plan {
  readonly circuit: Circuit;
  readonly gates: PolarGates;
  readonly sequence: Sequence;
}

interface Means {
  readonly registers: number;
  /** Where instructions go: seven per action are enough. */
  readonly room: Int32Array;
  /** Nodes that left their register in the rehearsal. */
  readonly mustSpill?: Uint8Array;
}

/** Node n is used at times[starts[n] … starts[n + 1]). */
interface UseTimes {
  readonly times: Int32Array;
  readonly starts: Int32Array;
}

function useTimesOf({ circuit, gates, sequence: { actions } }: Plan): UseTimes {
  const starts = new Int32Array(circuit.nodeCount + 2);
  const eachUse = (use: (node: number, time: number) => void): void => {
    for (let time = 0; time < actions.length; time += 1) {
      const action = actions[time]!;
      if (action < 0) use(circuit.outputs[~action]! >>> 1, time);
      else {
        use(gates.a[action]!, time);
        use(gates.b[action]!, time);
      }
    }
  };
  eachUse((node) => {
    starts[node + 1] = starts[node + 1]! + 1;
  });
  for (let node = 0; node <= circuit.nodeCount; node += 1) starts[node + 1] = starts[node + 1]! + starts[node]!;
  const next = starts.slice();
  const times = new Int32Array(starts[circuit.nodeCount + 1]!);
  eachUse((node, time) => {
    times[next[node]!] = time;
    next[node] = next[node]! + 1;
  });
  return { times, starts };
}

class Allocator {
  private readonly circuit: Circuit;
  private readonly gates: PolarGates;
  private readonly sequence: Sequence;
  private readonly first: number;
  private readonly instructions: Int32Array;
  private length = 0;
  /** The last node in each register, and the time of its next use; bit r of `free` says that register r is free. */
  private readonly held: Int32Array;
  private readonly due: Int32Array;
  private free: number;
  private readonly registerOf: Int32Array;
  /** The scratch slot of a node, or −1. */
  private readonly slotOf: Int32Array;
  private readonly isFetched: Uint8Array;
  /** Which nodes left their register before their last use, and which did in the rehearsal. */
  readonly isSpilled: Uint8Array;
  private readonly mustSpill: Uint8Array | undefined;
  private readonly freeSlots: number[] = [];
  private slots = 0;
  /** `cursor[n]` points at the next use of node n. */
  private readonly times: Int32Array;
  private readonly starts: Int32Array;
  private readonly cursor: Int32Array;

  constructor(plan: Plan, uses: UseTimes, means: Means) {
    const { circuit, gates, sequence } = plan;
    const { registers } = means;
    this.mustSpill = means.mustSpill;
    this.instructions = means.room;
    this.isSpilled = new Uint8Array(circuit.nodeCount);
    this.circuit = circuit;
    this.gates = gates;
    this.sequence = sequence;
    this.first = firstGate(circuit);
    invariant(registers >= 3 && registers <= 31, 'a gate needs three registers, and they are the bits of a word');
    this.held = new Int32Array(registers);
    this.due = new Int32Array(registers);
    this.free = 2 ** registers - 1;
    this.registerOf = new Int32Array(circuit.nodeCount).fill(-1);
    this.slotOf = new Int32Array(circuit.nodeCount).fill(-1);
    this.isFetched = new Uint8Array(circuit.nodeCount);
    this.starts = uses.starts;
    this.times = uses.times;
    this.cursor = uses.starts.slice();
  }

  run(): RegisterCode {
    const { gates, circuit, sequence } = this;
    for (const node of sequence.fetched) {
      this.bring(node, -1);
      this.isFetched[node] = 1;
    }
    const { actions } = sequence;
    for (let time = 0; time < actions.length; time += 1) {
      const action = actions[time]!;
      if (action < 0) {
        this.storeOutput(~action, circuit.outputs[~action]!);
        continue;
      }
      const x = gates.a[action]!;
      const y = gates.b[action]!;
      const a = this.bring(x, -1);
      const b = this.bring(y, a);
      this.use(x);
      this.use(y);
      const to = this.freeRegister(-1);
      this.put(action, to);
      this.emit(gates.op[action]!, to, a, b);
      this.anchor(action, to, time);
    }
    return { instructions: this.instructions.subarray(0, this.length), slots: this.slots };
  }

  /** At most three evictions, two loads, the action and a store of its value: seven instructions per action. */
  private emit(code: number, to: number, a: number, b: number): void {
    const { instructions, length } = this;
    instructions[length] = code;
    instructions[length + 1] = to;
    instructions[length + 2] = a;
    instructions[length + 3] = b;
    this.length = length + 4;
  }

  private storeOutput(output: number, edge: number): void {
    const node = edge >>> 1;
    if (node === 0) {
      this.emit(Move.constant, output, edge & 1, 0);
      return;
    }
    const register = this.bring(node, -1);
    this.emit(Move.output, output, register, (edge & 1) ^ this.gates.flip[node]!);
    this.use(node);
  }

  /** The register of a node, loaded if it is not in one; `pinned` is not given away for it. */
  private bring(node: number, pinned: number): number {
    const known = this.registerOf[node]!;
    if (known >= 0) return known;
    const to = this.freeRegister(pinned);
    const slot = this.slotOf[node]!;
    if (slot >= 0) this.emit(Move.reload, to, slot, 0);
    else {
      invariant(node < this.first && this.isFetched[node] === 0, 'a value that left its register is in memory');
      this.emit(Move.load, to, node - 1, 0);
    }
    this.put(node, to);
    return to;
  }

  private put(node: number, register: number): void {
    this.held[register] = node;
    this.registerOf[node] = register;
    this.free &= ~(1 << register);
    this.due[register] = this.nextUse(node);
  }

  private nextUse(node: number): number {
    const at = this.cursor[node]!;
    return at < this.starts[node + 1]! ? this.times[at]! : never;
  }

  /** Counts one use; after its last, a node gives back its register and slot. */
  private use(node: number): void {
    this.cursor[node] = this.cursor[node]! + 1;
    const next = this.nextUse(node);
    const register = this.registerOf[node]!;
    if (register >= 0) this.due[register] = next;
    if (next !== never) return;
    if (register >= 0) this.release(node, register);
    const slot = this.slotOf[node]!;
    if (slot >= 0) this.freeSlots.push(slot);
    this.slotOf[node] = -1;
  }

  private release(node: number, register: number): void {
    this.free |= 1 << register;
    this.registerOf[node] = -1;
  }

  private freeRegister(pinned: number): number {
    if (this.free !== 0) return 31 - Math.clz32(this.free & -this.free);
    const { due } = this;
    let victim = -1;
    let farthest = -1;
    for (let register = 0; register < due.length; register += 1) {
      if (due[register]! > farthest && register !== pinned) {
        farthest = due[register]!;
        victim = register;
      }
    }
    this.evict(victim);
    return victim;
  }

  private evict(register: number): void {
    const node = this.held[register]!;
    const isInMemory = this.slotOf[node]! >= 0 || (node < this.first && this.isFetched[node] === 0);
    if (!isInMemory) this.spill(node, register);
    this.release(node, register);
  }

  private anchor(node: number, register: number, time: number): void {
    if (this.mustSpill === undefined) return;
    const firstUse = this.times[this.cursor[node]!]!;
    if (this.mustSpill[node] === 1 || firstUse - time > patience) this.spill(node, register);
  }

  /** The lowest free slot: engines write low addresses in fewer bytes. */
  private takeSlot(): number {
    const { freeSlots } = this;
    if (freeSlots.length === 0) return this.slots++;
    let at = 0;
    for (let i = 1; i < freeSlots.length; i += 1) if (freeSlots[i]! < freeSlots[at]!) at = i;
    const slot = freeSlots[at]!;
    freeSlots[at] = freeSlots[freeSlots.length - 1]!;
    freeSlots.pop();
    return slot;
  }

  private spill(node: number, register: number): void {
    const slot = this.takeSlot();
    this.slotOf[node] = slot;
    this.isSpilled[node] = 1;
    this.emit(Move.spill, slot, register, 0);
  }
}
