import type { Circuit } from '../graph/circuit.ts';
import type { CircuitCnf } from './cnf.ts';

/** A circuit's CNF as a DIMACS file whose comments say which literal is which input and output. */
export function circuitCnfText(circuit: Circuit, cnf: CircuitCnf): string {
  const name = (text: string | undefined): string => (text === undefined ? '' : ` ${text}`);
  const lines: string[] = [];
  for (let i = 0; i < circuit.inputCount; i += 1) lines.push(`c input ${i} = ${i + 1}${name(circuit.inputNames[i])}`);
  for (const [o, edge] of circuit.outputs.entries()) {
    lines.push(`c output ${o} = ${cnf.literalOf(edge)}${name(circuit.outputNames[o])}`);
  }
  let clauses = 0;
  let start = 0;
  const body: string[] = [];
  for (let at = 0; at < cnf.clauses.length; at += 1) {
    if (cnf.clauses[at] !== 0) continue;
    body.push(cnf.clauses.subarray(start, at + 1).join(' '));
    start = at + 1;
    clauses += 1;
  }
  return `${[...lines, `p cnf ${cnf.variables} ${clauses}`, ...body].join('\n')}\n`;
}
