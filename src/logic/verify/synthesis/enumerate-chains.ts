import { type Chain, inputTables } from './chain.ts';

/** Normal operations: false on two falses, so that every table has bit 0 clear and complements need no search. */
const Op = { and: 0, andNot: 1, notAnd: 2, or: 3, xor: 4 } as const;

export interface EnumerateOptions {
  readonly gates: number;
  /** With XOR off, chains of ANDs only. */
  readonly xor: boolean;
  /** A chain with the normal table of its last gate; `chain()` builds it, so that most can be passed over cheaply. */
  readonly visit: (table: number, chain: () => Chain) => void;
}

/**
 * Every way to join four inputs by exactly `gates` gates in which each gate but the last is used, up to the order of
 * gates, up to permuting and negating inputs, and without two equal functions. Chains left out are either equal to one
 * visited by these symmetries or can be shortened, so a class never visited at any smaller size needs more gates.
 *
 * Order: a gate that does not use the one before it comes later in (second, first, operation). Inputs: some gate joins
 * two inputs; name them 0 and 1, negate them so that it is AND or XOR, and it comes first.
 *
 * @source Knuth, TAOCP 4A §7.1.2: the search that found the classes' complexities
 */
export function enumerateChains({ gates, xor, visit }: EnumerateOptions): void {
  const tables = new Uint16Array(4 + gates);
  tables.set(inputTables);
  const used = new Uint8Array(4 + gates);
  const first = new Uint8Array(gates);
  const second = new Uint8Array(gates);
  const op = new Uint8Array(gates);
  const ops = xor ? 5 : 4;

  const isNew = (table: number, signals: number): boolean => {
    if (table === 0) return false;
    for (let s = 0; s < signals; s += 1) if (tables[s] === table) return false;
    return true;
  };
  const chain = (): Chain => toChain({ gates, first, second, op });

  const place = (step: number, waiting: number): void => {
    const signals = 4 + step;
    const left = gates - step - 1;
    for (let j = 1; j < signals; j += 1) {
      const usesLast = step > 0 && j === signals - 1;
      if (!usesLast && step > 0 && j < second[step - 1]!) continue;
      if (step === 0 && j > 1) break;
      const freesJ = j >= 4 && used[j] === 0 ? 1 : 0;
      for (let i = 0; i < j; i += 1) {
        const nowWaiting = waiting + 1 - freesJ - (i >= 4 && used[i] === 0 ? 1 : 0);
        if (nowWaiting > left + 1) continue;
        const sameRank = !usesLast && step > 0 && j === second[step - 1];
        if (sameRank && i < first[step - 1]!) continue;
        const startOp = sameRank && i === first[step - 1] ? op[step - 1]! + 1 : 0;
        tryOps(step, i, j, startOp, nowWaiting);
      }
    }
  };

  // oxlint-disable-next-line max-params -- the innermost loop of the search: an object here costs a third of its time
  const tryOps = (step: number, i: number, j: number, startOp: number, waiting: number): void => {
    const a = tables[i]!;
    const b = tables[j]!;
    const signals = 4 + step;
    for (let o = startOp; o < ops; o += 1) {
      if (step === 0 && o !== Op.and && o !== Op.xor) continue;
      const table = combine(o, a, b);
      if (!isNew(table, signals)) continue;
      first[step] = i;
      second[step] = j;
      op[step] = o;
      if (step === gates - 1) {
        visit(table, chain);
        continue;
      }
      tables[signals] = table;
      used[i] = used[i]! + 1;
      used[j] = used[j]! + 1;
      used[signals] = 0;
      place(step + 1, waiting);
      used[i] -= 1;
      used[j] -= 1;
    }
  };
  if (gates > 0) place(0, 0);
}

function combine(op: number, a: number, b: number): number {
  if (op === Op.and) return a & b;
  if (op === Op.andNot) return a & ~b;
  if (op === Op.notAnd) return ~a & b;
  return op === Op.or ? a | b : a ^ b;
}

interface Steps {
  readonly gates: number;
  readonly first: Uint8Array;
  readonly second: Uint8Array;
  readonly op: Uint8Array;
}

/** ORs become complemented ANDs; the complement travels with the signal and passes through XORs to their output. */
function toChain({ gates, first, second, op }: Steps): Chain {
  const flipped = new Uint8Array(4 + gates);
  const literals: number[] = [];
  for (let step = 0; step < gates; step += 1) {
    const i = first[step]!;
    const j = second[step]!;
    const a = 2 * (i + 1) + flipped[i]!;
    const b = 2 * (j + 1) + flipped[j]!;
    if (op[step] === Op.xor) {
      literals.push(b & ~1, a & ~1);
      flipped[4 + step] = (a ^ b) & 1;
      continue;
    }
    const invertA = op[step] === Op.notAnd || op[step] === Op.or ? 1 : 0;
    const invertB = op[step] === Op.andNot || op[step] === Op.or ? 1 : 0;
    literals.push(a ^ invertA, b ^ invertB);
    flipped[4 + step] = op[step] === Op.or ? 1 : 0;
  }
  const last = 3 + gates;
  return { inputs: 4, gates: literals, output: 2 * (last + 1) + flipped[last]! };
}
