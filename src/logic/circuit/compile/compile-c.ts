import { type Circuit, firstGate } from '../graph/circuit.ts';
import { depthFirstOrder } from './compile-order.ts';
import { GateOp, polarGatesOf } from './compile-polarity.ts';
import { type PlaneLayout, sequenceOf } from './compile-sequence.ts';

const operators: Readonly<Record<number, string>> = {
  [GateOp.and]: '&',
  [GateOp.or]: '|',
  [GateOp.xor]: '^',
  [GateOp.andNot]: '& ~',
};

/**
 * The same function as `emitCircuit` as C for a native compiler: `unsigned name(char *base, const char *mask)`, gates depth
 * first and with the same polarity, vectors of so many bytes. It wants a vector type `V` and `any(V)` declared before it.
 */
export function circuitToC(
  name: string,
  placed: { readonly circuit: Circuit; readonly layout: PlaneLayout },
  shape: { readonly lanes: number; readonly vectorBytes: number },
): string {
  const { circuit, layout } = placed;
  const gates = polarGatesOf(circuit);
  const { fetched, actions } = sequenceOf(circuit, gates, depthFirstOrder(circuit), layout);
  const first = firstGate(circuit);
  const value = (node: number): string =>
    node >= first || fetched.includes(node) ? `n${node}` : node === 0 ? 'zero' : `AT(${layout.inputs[node - 1]})`;
  const lines = fetched.map((node) => `V n${node} = AT(${layout.inputs[node - 1]});`);
  for (const action of actions) {
    if (action >= 0) {
      const [a, b] = [value(gates.a[action]!), value(gates.b[action]!)];
      lines.push(`V n${action} = ${a} ${operators[gates.op[action]!]}${b};`);
      continue;
    }
    const edge = circuit.outputs[~action]!;
    const flip = ((edge & 1) ^ gates.flip[edge >>> 1]!) === 1 ? '~' : '';
    const to = `AT(${layout.outputs[~action]})`;
    lines.push(`${to} ^= m & ${flip}(${to} ^ ${value(edge >>> 1)});`);
  }
  return [
    `unsigned ${name}(char *base, const char *mask) {`,
    '  unsigned done = 0; const V zero = {0}; (void)zero;',
    `  for (long at = 0; at < ${shape.lanes / 8}; at += ${shape.vectorBytes}) {`,
    '    const V m = *(const V *)(mask + at);',
    '    if (!any(m)) continue;',
    ...lines.map((line) => `    ${line}`),
    `    done += ${shape.vectorBytes / 16};`,
    '  }',
    '  return done;',
    '}',
  ].join('\n');
}
