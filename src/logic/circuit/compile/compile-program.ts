import { invariant } from '#foundation/kernel';
import { type Circuit, firstGate } from '../graph/circuit.ts';
import { polarGatesOf, type PolarGates } from './compile-polarity.ts';
import type { PlaneLayout } from './compile-sequence.ts';
import { coneOf } from '../structure/structure.ts';

/** What the interpreter knows beside `GateOp`: copy a plane, write an output, write its complement, stop. */
export const Step = { copy: 4, output: 5, outputFlipped: 6, end: 7 } as const;

/** Where a program finds its memory: planes of `stride` bytes for values in between; `zeros` is a plane of zeros. */
export interface ProgramArea {
  readonly scratch: number;
  readonly stride: number;
  readonly zeros: number;
}

/**
 * A circuit as words for the interpreter: runs of [step, count, then count times (to, a, b) as byte addresses], ended by
 * [end, 0]. Gates of one kind stand together where the wiring allows, so that a run is long and the branch on its step rare.
 */
export function programOf(circuit: Circuit, layout: PlaneLayout, area: ProgramArea): Int32Array<ArrayBuffer> {
  const gates = polarGatesOf(circuit);
  const order = orderInRuns(circuit, gates);
  const address = new Int32Array(circuit.nodeCount);
  for (let i = 0; i < circuit.inputCount; i += 1) address[i + 1] = layout.inputs[i]!;
  address[0] = area.zeros;
  const slots = new Slots(area);
  const runs = new Runs();
  const outputsOfInputs = new Map<number, number>();
  const overwritten = new Set(layout.outputs);
  for (const edge of circuit.outputs) {
    const node = edge >>> 1;
    if (node === 0 || node >= firstGate(circuit) || outputsOfInputs.has(node)) continue;
    if (!overwritten.has(address[node]!)) continue;
    outputsOfInputs.set(node, slots.take());
    runs.add(Step.copy, outputsOfInputs.get(node)!, address[node]!, 0);
  }
  const left = usesOf(circuit, gates, order);
  for (const node of order) {
    const operands = [gates.a[node]!, gates.b[node]!];
    const [a, b] = [address[operands[0]!]!, address[operands[1]!]!];
    for (const operand of operands) {
      left[operand] = left[operand]! - 1;
      if (left[operand] === 0 && operand >= firstGate(circuit)) slots.give(address[operand]!);
    }
    address[node] = slots.take();
    runs.add(gates.op[node]!, address[node], a, b);
  }
  for (const [o, edge] of circuit.outputs.entries()) {
    const node = edge >>> 1;
    const isFlipped = ((edge & 1) ^ gates.flip[node]!) === 1;
    const from = outputsOfInputs.get(node) ?? address[node]!;
    runs.add(isFlipped ? Step.outputFlipped : Step.output, layout.outputs[o]!, from, 0);
  }
  return runs.finish();
}

/** How many planes of scratch programs of at most so many gates and outputs can need. */
export function programScratch(gates: number, outputs: number): number {
  return gates + outputs;
}

/** Live gates, topologically: all gates of one kind that are ready, then the kind of which most are ready. */
function orderInRuns(circuit: Circuit, gates: PolarGates): number[] {
  const first = firstGate(circuit);
  const isLive = coneOf(circuit);
  const waits = new Uint8Array(circuit.nodeCount);
  const users = Array.from({ length: circuit.nodeCount }, (): number[] => []);
  const ready: number[][] = [[], [], [], []];
  let live = 0;
  for (let node = first; node < circuit.nodeCount; node += 1) {
    if (isLive[node] === 0) continue;
    live += 1;
    for (const operand of [gates.a[node]!, gates.b[node]!]) {
      if (operand < first) continue;
      waits[node] = waits[node]! + 1;
      users[operand]!.push(node);
    }
    if (waits[node] === 0) ready[gates.op[node]!]!.push(node);
  }
  const order: number[] = [];
  while (order.length < live) {
    const kind = ready.reduce((best, nodes, i) => (nodes.length > ready[best]!.length ? i : best), 0);
    const nodes = ready[kind]!;
    invariant(nodes.length > 0, 'a circuit without a cycle always has a gate that is ready');
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      order.push(node);
      for (const user of users[node]!) {
        waits[user] = waits[user]! - 1;
        if (waits[user] === 0) ready[gates.op[user]!]!.push(user);
      }
    }
  }
  return order;
}

function usesOf(circuit: Circuit, gates: PolarGates, order: readonly number[]): Int32Array {
  const uses = new Int32Array(circuit.nodeCount);
  const use = (node: number): void => {
    uses[node] = uses[node]! + 1;
  };
  for (const node of order) {
    use(gates.a[node]!);
    use(gates.b[node]!);
  }
  for (const edge of circuit.outputs) use(edge >>> 1);
  return uses;
}

/** Scratch planes, given back when their value is dead. */
class Slots {
  private readonly free: number[] = [];
  private readonly area: ProgramArea;
  private made = 0;

  constructor(area: ProgramArea) {
    this.area = area;
  }

  take(): number {
    const known = this.free.pop();
    if (known !== undefined) return known;
    this.made += 1;
    return this.area.scratch + (this.made - 1) * this.area.stride;
  }

  give(address: number): void {
    this.free.push(address);
  }
}

/** Words of a program; equal steps in a row share one head. */
class Runs {
  private readonly words: number[] = [];
  private head = -1;

  add(step: number, to: number, a: number, b: number): void {
    if (this.head < 0 || this.words[this.head] !== step) {
      this.head = this.words.length;
      this.words.push(step, 0);
    }
    this.words[this.head + 1] = this.words[this.head + 1]! + 1;
    this.words.push(to, a, b);
  }

  finish(): Int32Array<ArrayBuffer> {
    return Int32Array.from([...this.words, Step.end, 0]);
  }
}
