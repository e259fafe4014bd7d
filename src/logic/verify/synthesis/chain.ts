import { invariant } from '#foundation/kernel';

/**
 * A straight-line circuit with one output. Signals are the constant false, the inputs, then the gates in order; a
 * literal is 2·signal + complement, as the edges of a circuit. A gate joins two literals: AND when the first is the
 * smaller, XOR when the second is.
 *
 * @source Knuth, TAOCP 4A §7.1.2 — Boolean chains
 */
export interface Chain {
  readonly inputs: number;
  /** Two literals a gate. */
  readonly gates: readonly number[];
  /** The literal that is computed. */
  readonly output: number;
}

/** The 16-bit truth tables of four inputs. */
export const inputTables: readonly number[] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/** The 16-bit table of a chain over at most four inputs. */
export function chainTable(chain: Chain): number {
  const tables = [0, ...inputTables.slice(0, chain.inputs)];
  const value = (literal: number): number => {
    const table = tables[literal >> 1];
    invariant(table !== undefined, `literal ${literal} is defined before its use`);
    return (literal & 1) === 1 ? ~table & 0xffff : table;
  };
  for (let at = 0; at < chain.gates.length; at += 2) {
    const a = chain.gates[at]!;
    const b = chain.gates[at + 1]!;
    tables.push(a < b ? value(a) & value(b) : value(a) ^ value(b));
  }
  return value(chain.output);
}

/** Two characters a gate and one for the output: literals in base 36. */
export function chainToText({ gates, output }: Chain): string {
  return [...gates, output].map((literal) => literal.toString(36)).join('');
}

/** Reads what `chainToText` wrote for a chain over four inputs. */
export function chainFromText(text: string): Chain {
  const literals = Array.from(text, (digit) => Number.parseInt(digit, 36));
  const output = literals.pop();
  invariant(output !== undefined && literals.length % 2 === 0, `"${text}" is a chain`);
  return { inputs: 4, gates: literals, output };
}

/** How many gates a chain has. */
export function chainSize(chain: Chain): number {
  return chain.gates.length / 2;
}

/** How many of its gates are XORs. */
export function xorCount(chain: Chain): number {
  let xors = 0;
  for (let at = 0; at < chain.gates.length; at += 2) if (chain.gates[at]! > chain.gates[at + 1]!) xors += 1;
  return xors;
}

/**
 * The same gates reading other literals: input i reads `inputs[i]`, and the output is complemented on request.
 * Complements leave XORs, so that equal gates look equal.
 */
export function renameInputs(chain: Chain, inputs: readonly number[], complement: 0 | 1): Chain {
  const renamed = [0, ...inputs];
  const gates: number[] = [];
  const rename = (literal: number): number => renamed[literal >> 1]! ^ (literal & 1);
  for (let at = 0; at < chain.gates.length; at += 2) {
    const isXor = chain.gates[at]! > chain.gates[at + 1]!;
    const a = rename(chain.gates[at]!);
    const b = rename(chain.gates[at + 1]!);
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    if (isXor) gates.push(high & ~1, low & ~1);
    else gates.push(low, high);
    renamed.push(2 * (chain.inputs + gates.length / 2) + (isXor ? (a ^ b) & 1 : 0));
  }
  return { inputs: chain.inputs, gates, output: rename(chain.output) ^ complement };
}

/** The tables of all gates, complemented where needed to have bit 0 clear. */
export function gateTables(chain: Chain): number[] {
  return chain.gates
    .filter((_, at) => at % 2 === 0)
    .map((_, gate) => {
      const table = chainTable({ ...chain, gates: chain.gates.slice(0, 2 * gate + 2), output: 2 * (5 + gate) });
      return (table & 1) === 1 ? ~table & 0xffff : table;
    });
}
