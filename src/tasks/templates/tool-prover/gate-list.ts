import type { Rng } from '#foundation/kernel';

/** A gate: the table of a function of two bits (bit 2b + a is its value), and where a and b come from: inputs first, then earlier gates. */
export interface Gate {
  readonly table: number;
  readonly a: number;
  readonly b: number;
}

/** Functions of two bits that need both, by table. */
export const gateNames: Readonly<Record<number, string>> = {
  1: 'NOR',
  2: 'a AND NOT b',
  4: 'NOT a AND b',
  6: 'XOR',
  7: 'NAND',
  8: 'AND',
  9: 'XNOR',
  11: 'a OR NOT b',
  13: 'NOT a OR b',
  14: 'OR',
};
export const gateTables = Object.keys(gateNames).map(Number);

/** The truth table of the last gate, one bit per assignment of the inputs; at most five inputs. */
export function outputTable(inputs: number, gates: readonly Gate[]): number {
  const rows = 2 ** inputs;
  const all = rows === 32 ? 0xffff_ffff : 2 ** rows - 1;
  const planes: number[] = [];
  for (let i = 0; i < inputs; i += 1) {
    let plane = 0;
    for (let row = 0; row < rows; row += 1) if ((row >>> i) & 1) plane |= 1 << row;
    planes.push(plane >>> 0);
  }
  for (const { table, a, b } of gates) {
    const [x, y] = [planes[a]!, planes[b]!];
    let plane = 0;
    if (table & 1) plane |= ~x & ~y;
    if (table & 2) plane |= x & ~y;
    if (table & 4) plane |= ~x & y;
    if (table & 8) plane |= x & y;
    planes.push((plane & all) >>> 0);
  }
  return planes.at(-1)!;
}

/** A circuit whose gates each read the one before, and whose output is not constant. */
export function drawGates(inputs: number, count: number, rng: Rng): Gate[] {
  for (;;) {
    const gates = Array.from({ length: count }, (_, i): Gate => {
      const last = inputs + i - 1;
      const other = rng.below(last);
      const [a, b] = rng.bit() === 0 ? [last, other] : [other, last];
      return { table: rng.pick(gateTables), a, b };
    });
    const ones = outputTable(inputs, gates);
    if (ones !== 0 && ones !== (2 ** inputs === 32 ? 0xffff_ffff : 2 ** (2 ** inputs) - 1)) return gates;
  }
}

/** The table with a and b exchanged, and with one of them turned over. */
const exchanged = (table: number): number => (table & 9) | ((table & 2) << 1) | ((table & 4) >> 1);
const overA = (table: number): number => ((table & 5) << 1) | ((table & 10) >> 1);
const overB = (table: number): number => ((table & 3) << 2) | ((table & 12) >> 2);

/** One change that keeps the function: exchange the operands of a gate, or turn a gate over and all that read it. */
function rewriteOnce(inputs: number, gates: readonly Gate[], rng: Rng): Gate[] {
  const place = rng.below(gates.length);
  if (place === gates.length - 1 || rng.bit() === 0) {
    return gates.map((gate, i) => (i === place ? { table: exchanged(gate.table), a: gate.b, b: gate.a } : gate));
  }
  const name = inputs + place;
  return gates.map(({ table, a, b }, i) => {
    let turned = i === place ? 15 - table : table;
    if (a === name) turned = overA(turned);
    if (b === name) turned = overB(turned);
    return { table: turned, a, b };
  });
}

/** Several changes that keep the function. */
export function rewriteGates(inputs: number, gates: readonly Gate[], times: number, rng: Rng): Gate[] {
  let now = [...gates];
  for (let i = 0; i < times; i += 1) now = rewriteOnce(inputs, now, rng);
  return now;
}

/** One gate becomes another, so that the function changes. */
export function breakGates(inputs: number, gates: readonly Gate[], rng: Rng): Gate[] {
  const before = outputTable(inputs, gates);
  for (;;) {
    const place = rng.below(gates.length);
    const broken = gates.map((gate, i) => (i === place ? { ...gate, table: rng.pick(gateTables) } : gate));
    if (outputTable(inputs, broken) !== before) return broken;
  }
}

/** Whether two circuits agree on every assignment, one at a time, gate by gate from the output down. */
export function agreeEverywhere(inputs: number, one: readonly Gate[], other: readonly Gate[]): boolean {
  const valueOf = (gates: readonly Gate[], at: number, bits: readonly boolean[]): boolean => {
    if (at < inputs) return bits[at]!;
    const { table, a, b } = gates[at - inputs]!;
    const place = (valueOf(gates, a, bits) ? 1 : 0) + (valueOf(gates, b, bits) ? 2 : 0);
    return Math.floor(table / 2 ** place) % 2 === 1;
  };
  for (let row = 0; row < 2 ** inputs; row += 1) {
    const bits = Array.from({ length: inputs }, (_, i) => Math.floor(row / 2 ** i) % 2 === 1);
    if (valueOf(one, inputs + one.length - 1, bits) !== valueOf(other, inputs + other.length - 1, bits)) return false;
  }
  return true;
}
