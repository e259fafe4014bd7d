import {
  combinational,
  type CircuitBuilder,
  createBuilder,
  type Edge,
  FALSE,
  firstGate,
  NodeKind,
  type SequentialCircuit,
  TRUE,
} from '#logic/circuit/graph';
import { type Effect, type Expression, i32, type Operand } from '#logic/wasm/instructions';
import { type FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import type { ThinkPlan } from '../hypotheses/think-plan.ts';
import { nameOf, runPart } from '../patches/plan-patch.ts';

/**
 * One think-step of a plan as a circuit with memory. Inputs: `fresh`, which is 1 when an observation is new, then the bits of the observation.
 * Outputs: the bits of the action. Latches: the state, then the action, all 0 when an episode begins.
 */
export function stepCircuitOf(plan: ThinkPlan): SequentialCircuit {
  const builder = createBuilder();
  const fresh = builder.input('fresh');
  const observation = builder.inputs(plan.inputs, 'observation');
  const state = builder.inputs(plan.state, 'state');
  const before = builder.inputs(plan.outputs, 'action');
  const now = new Map<string, Edge>();
  for (const [at, edge] of observation.entries()) now.set(nameOf({ region: 'input', at }), edge);
  const kept = new Set(plan.kept);
  const ones = new Set(plan.ones);
  for (const [at, old] of state.entries()) {
    now.set(nameOf({ region: 'state', at }), kept.has(at) ? old : begun(builder, fresh, old, ones.has(at)));
  }
  for (const [at, old] of before.entries()) {
    now.set(nameOf({ region: 'output', at }), begun(builder, fresh, old, false));
  }
  for (const part of plan.parts) runPart(builder, part, now);
  const bits = (region: 'state' | 'output', count: number): Edge[] =>
    Array.from({ length: count }, (_, at) => now.get(nameOf({ region, at }))!);
  const action = bits('output', plan.outputs);
  const circuit = builder.build([...action, ...bits('state', plan.state), ...action]);
  const latches = Array.from({ length: plan.state + plan.outputs }, () => ({ reset: false }));
  return { ...combinational(circuit), latches };
}

/** What a bit is when a step begins: its first value where the observation is new. */
function begun(builder: CircuitBuilder, fresh: Edge, old: Edge, first: boolean): Edge {
  return builder.mux(fresh, first ? TRUE : FALSE, old);
}

/** Where the words of the exported module lie, in 32-bit words; bit b of a word is lane b. */
interface ModuleLayout {
  readonly observation: number;
  readonly action: number;
  readonly words: number;
}

/** Word addresses: `fresh`, the observation and the latches are the first inputs of the circuit, in that order; then the gates. */
function moduleLayout(plan: ThinkPlan, nodes: number): ModuleLayout {
  return { observation: 2, action: 2 + plan.inputs + plan.state, words: nodes };
}

/**
 * A plan as a WebAssembly module that runs alone, 32 episodes at once, one per bit of a word. It exports `memory`, `begin()` (every lane
 * begins an episode), `think()` (all think-steps for one observation), and the addresses, in bytes, of `observation()` and `action()`: one
 * word per bit.
 */
export function planToWasm(plan: ThinkPlan): Uint8Array<ArrayBuffer> {
  const { circuit } = stepCircuitOf(plan);
  const module = new ModuleBuilder();
  const layout = moduleLayout(plan, circuit.nodeCount);
  module.exportMemory('memory', { initial: Math.ceil((4 * (layout.words + plan.state + plan.outputs)) / 65536) + 1 });
  const memory = {
    get: (word: number): Expression<'i32'> => i32.load(0, 4 * word),
    set: (word: number, to: Operand<'i32'>): Effect => i32.store(0, to, 4 * word),
  };
  const value = (edge: Edge) =>
    (edge & 1) === 1 ? i32.xor(memory.get(edge >>> 1), i32.const(-1)) : memory.get(edge >>> 1);
  const latches = circuit.outputs.slice(plan.outputs);
  const firstLatch = 2 + plan.inputs;
  const step = module.function({ params: {} }, (f) => {
    for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
      const [a, b] = [value(circuit.left[node]!), value(circuit.right[node]!)];
      f.do(memory.set(node, circuit.kinds[node] === NodeKind.xor ? i32.xor(a, b) : i32.and(a, b)));
    }
    // Next values first, since a latch may read another.
    for (const [i, edge] of latches.entries()) f.do(memory.set(layout.words + i, value(edge)));
    for (const i of latches.keys()) f.do(memory.set(firstLatch + i, memory.get(layout.words + i)));
  });
  const think = module.function({ params: {} }, (f) => {
    f.do(memory.set(0, 0));
    f.do(memory.set(1, -1));
    f.call(step);
    f.do(memory.set(1, 0));
    const left = f.local('i32', plan.thinkSteps - 1);
    f.while(left, () => {
      f.call(step);
      f.set(left, i32.sub(left, 1));
    });
  });
  const begin = module.function({ params: {} }, (f) => {
    for (const i of latches.keys()) f.do(memory.set(firstLatch + i, 0));
  });
  const address = (words: number): FunctionHandle =>
    module.function({ params: {}, result: 'i32' }, (f) => f.result(i32.const(4 * words)));
  module.exportFunction('begin', begin);
  module.exportFunction('think', think);
  module.exportFunction('observation', address(layout.observation));
  module.exportFunction('action', address(layout.action));
  return module.build();
}

/** The same module as C: 64 episodes at once, one per bit of a word, for any C99 compiler. */
export function planToC(plan: ThinkPlan, name: string): string {
  const { circuit } = stepCircuitOf(plan);
  const { action, observation } = moduleLayout(plan, circuit.nodeCount);
  const value = (edge: Edge): string => `${(edge & 1) === 1 ? '~' : ''}n[${edge >>> 1}]`;
  const gates = Array.from({ length: circuit.nodeCount - firstGate(circuit) }, (_, i) => {
    const node = firstGate(circuit) + i;
    const sign = circuit.kinds[node] === NodeKind.xor ? '^' : '&';
    return `  n[${node}] = ${value(circuit.left[node]!)} ${sign} ${value(circuit.right[node]!)};`;
  });
  const latches = circuit.outputs.slice(plan.outputs);
  return [
    `/* ${name}: ${plan.inputs} bits of observation, ${plan.outputs} of action, ${plan.thinkSteps} think-steps.`,
    '   Bit b of every word is one episode. begin(), then for each observation: fill observation, think(), read action. */',
    '#include <stdint.h>',
    '#include <string.h>',
    `static uint64_t n[${circuit.nodeCount}], next[${Math.max(1, latches.length)}];`,
    `uint64_t *const observation = n + ${observation};`,
    `uint64_t *const action = n + ${action};`,
    'static void step(void) {',
    ...gates,
    ...latches.map((edge, i) => `  next[${i}] = ${value(edge)};`),
    `  memcpy(n + ${2 + plan.inputs}, next, ${latches.length} * sizeof(uint64_t));`,
    '}',
    `void begin(void) { memset(n + ${2 + plan.inputs}, 0, ${latches.length} * sizeof(uint64_t)); }`,
    'void think(void) {',
    '  n[0] = 0; n[1] = ~(uint64_t)0; step(); n[1] = 0;',
    `  for (int i = 1; i < ${plan.thinkSteps}; i += 1) step();`,
    '}',
    '',
  ].join('\n');
}
