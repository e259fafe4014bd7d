import { type Circuit, firstGate, NodeKind } from '../graph/circuit.ts';
import type { Edge } from '../graph/edge.ts';
import { coneOf } from '../structure/structure.ts';

/** The live part of a circuit as a Graphviz picture, inputs below; a dashed edge is complemented. */
export function circuitToDot(circuit: Circuit, title = 'circuit'): string {
  const { kinds, left, right, inputCount, nodeCount, outputs } = circuit;
  const live = coneOf(circuit);
  const lines = [`digraph ${quote(title)} {`, '  rankdir=BT;', '  node [fontname="sans-serif"];'];
  const wire = (edge: Edge, to: string): string =>
    `  n${edge >>> 1} -> ${to}${(edge & 1) === 1 ? ' [style=dashed]' : ''};`;
  if (live[0] === 1) lines.push('  n0 [shape=plaintext, label="0"];');
  for (let i = 1; i <= inputCount; i += 1) {
    lines.push(`  n${i} [shape=triangle, label=${quote(circuit.inputNames[i - 1] ?? `x${i - 1}`)}];`);
  }
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    if (live[node] === 0) continue;
    lines.push(`  n${node} [shape=circle, label="${kinds[node] === NodeKind.and ? '∧' : '⊕'}"];`);
    lines.push(wire(left[node]!, `n${node}`), wire(right[node]!, `n${node}`));
  }
  for (const [o, edge] of outputs.entries()) {
    lines.push(`  o${o} [shape=invtriangle, label=${quote(circuit.outputNames[o] ?? `o${o}`)}];`, wire(edge, `o${o}`));
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
}
