import { type Chain } from './chain.ts';

/**
 * The chain with every XOR as three ANDs, equal gates shared. With `like` true through the equal cases, else through
 * the different ones; which is smaller depends on the ANDs that are there anyway.
 *
 *     a⊕b = ¬(a∧b) ∧ ¬(¬a∧¬b) = ¬(¬(a∧¬b) ∧ ¬(¬a∧b))
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006: and-inverter graphs
 */
export function expandXors(chain: Chain, like: boolean): Chain {
  const moved = [0, ...Array.from({ length: chain.inputs }, (_, i) => 2 * (i + 1))];
  const gates: number[] = [];
  const known = new Map<string, number>();
  const and = (a: number, b: number): number => {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const found = known.get(`${low},${high}`);
    if (found !== undefined) return found;
    gates.push(low, high);
    const literal = 2 * (chain.inputs + gates.length / 2);
    known.set(`${low},${high}`, literal);
    return literal;
  };
  const move = (literal: number): number => moved[literal >> 1]! ^ (literal & 1);
  for (let at = 0; at < chain.gates.length; at += 2) {
    const a = move(chain.gates[at]!);
    const b = move(chain.gates[at + 1]!);
    if (chain.gates[at]! < chain.gates[at + 1]!) moved.push(and(a, b));
    else if (like) moved.push(and(and(a, b) ^ 1, and(a ^ 1, b ^ 1) ^ 1));
    else moved.push(and(and(a, b ^ 1) ^ 1, and(a ^ 1, b) ^ 1) ^ 1);
  }
  return { inputs: chain.inputs, gates, output: move(chain.output) };
}
