import { type Edge, firstGate, NodeKind } from '#logic/circuit/graph';
import { type Effect, type Expression, i32, type Operand } from '#logic/wasm/instructions';
import { ModuleBuilder } from '#logic/wasm/module';
import type { Table } from '../table.ts';
import type { RuleCircuit } from './rule-circuit.ts';

/** What C and WebAssembly answer for an input outside the range that the gates were made for: no answer reaches it. */
const OUT_OF_RANGE = -(2 ** 31);

/** A circuit as C that runs alone: `int32_t rule(int32_t, …)`, one gate a line. */
export function circuitToC({ circuit, inputs, width }: RuleCircuit, head: readonly string[]): string {
  const value = (edge: Edge): string => `${(edge & 1) === 1 ? '1 ^ ' : ''}n[${edge >>> 1}]`;
  const gates = Array.from({ length: circuit.nodeCount - firstGate(circuit) }, (_, i) => {
    const node = firstGate(circuit) + i;
    const sign = circuit.kinds[node] === NodeKind.xor ? '^' : '&';
    return `  n[${node}] = (${value(circuit.left[node]!)}) ${sign} (${value(circuit.right[node]!)});`;
  });
  let at = 1;
  const reads = inputs.flatMap(({ width: own }, k) =>
    Array.from({ length: own }, (_, bit) => `  n[${at++}] = ((uint32_t)x${k} >> ${bit}) & 1;`),
  );
  const bits = circuit.outputs.map((edge, bit) => `((uint32_t)(${value(edge)}) << ${bit})`);
  // The top bit is the sign.
  const answer = `(int32_t)((${bits.join(' | ')}) << ${32 - width}) >> ${32 - width}`;
  return [
    ...head.map((line) => `// ${line.replaceAll(/[\r\n]|\\$/g, ' ')}`),
    '#include <stdint.h>',
    `int32_t rule(${inputs.map((_, k) => `int32_t x${k}`).join(', ') || 'void'}) {`,
    ...inputs.map(({ low, high }, k) => `  if (x${k} < ${low} || x${k} > ${high}) return INT32_MIN;`),
    `  uint8_t n[${circuit.nodeCount}] = {0};`,
    ...reads,
    ...gates,
    `  return ${answer};`,
    '}',
    '',
  ].join('\n');
}

/** A circuit as a WebAssembly module that exports `rule(i32, …) → i32`. */
export function circuitToWasm({ circuit, inputs, width }: RuleCircuit): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  module.exportMemory('memory', { initial: Math.ceil((4 * circuit.nodeCount) / 65536) + 1 });
  const get = (node: number): Expression<'i32'> => i32.load(0, 4 * node);
  const set = (node: number, to: Operand<'i32'>): Effect => i32.store(0, to, 4 * node);
  const value = (edge: Edge): Expression<'i32'> =>
    (edge & 1) === 1 ? i32.xor(get(edge >>> 1), i32.const(1)) : get(edge >>> 1);
  const params = Object.fromEntries(inputs.map((_, k) => [`x${k}`, 'i32' as const]));
  const rule = module.function({ params, result: 'i32' }, (f, given) => {
    let at = 1;
    for (const [k, { width: own }] of inputs.entries()) {
      for (let bit = 0; bit < own; bit += 1) f.do(set(at++, i32.and(i32.shrU(given[`x${k}`]!, bit), 1)));
    }
    for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
      const [a, b] = [value(circuit.left[node]!), value(circuit.right[node]!)];
      f.do(set(node, circuit.kinds[node] === NodeKind.xor ? i32.xor(a, b) : i32.and(a, b)));
    }
    const bits = circuit.outputs.map((edge, bit) => i32.shl(value(edge), bit));
    const whole = bits.reduce((a, b) => i32.or(a, b));
    const answer = i32.shrS(i32.shl(whole, 32 - width), 32 - width);
    const isOut = inputs.map(({ low, high }, k) =>
      i32.or(i32.ltS(given[`x${k}`]!, low), i32.gtS(given[`x${k}`]!, high)),
    );
    // All ones where an input is out of range.
    const mask = i32.sub(
      0,
      isOut.reduce<Operand<'i32'>>((a, b) => i32.or(a, b), i32.const(0)),
    );
    f.result(i32.or(i32.and(answer, i32.xor(mask, -1)), i32.and(mask, OUT_OF_RANGE)));
  });
  module.exportFunction('rule', rule);
  return module.build();
}

/** What the inputs and the answer of a circuit stand for, line by line. */
export function circuitLegend(
  { inputs, width }: RuleCircuit,
  table: Table,
  words: readonly string[],
): readonly string[] {
  const unit = (scale: number): string => (scale === 1 ? '' : ` in steps of ${1 / scale}`);
  const coded = words.map((word, code) => `${code} ${word}`).join(', ');
  const lines = inputs.map(({ column, width: own, low, high }, k) => {
    const said = column.kind === 'word' ? `word by code` : `${low} to ${high}${unit(column.scale)}`;
    return `x${k}: ${column.name}, ${own} bits, ${said}`;
  });
  const { name, kind, scale } = table.answer;
  return [
    ...lines,
    'Outside these ranges the answer is INT32_MIN (C and WebAssembly), and means nothing in AIGER.',
    `answer: ${name}, ${width} bits with sign${kind === 'word' ? ', word by code' : unit(scale)}`,
    ...(coded === '' ? [] : [`codes: ${coded}`]),
  ];
}
