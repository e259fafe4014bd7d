import { invariant } from '#foundation/kernel';
import { type Chain, chainSize, chainTable, chainToText, gateTables, renameInputs, xorCount } from './chain.ts';
import { enumerateChains } from './enumerate-chains.ts';
import { npnTable, npnTransform, type NpnTransform, transformTable } from './npn.ts';

/** The fewest gates of each class and some chains that reach it, different in the functions they compute on the way. */
export interface OptimalChains {
  /** By class; −1 where none was found. */
  readonly gates: readonly number[];
  readonly chains: readonly (readonly Chain[])[];
}

export interface OptimalChainOptions {
  /** XORs as gates, or ANDs only. */
  readonly xor: boolean;
  /** Sizes tried one after another; a class not seen up to here has −1. */
  readonly maxGates: number;
  /** Chains kept a class. */
  readonly keep: number;
}

/** Chains looked at a class before the search stops comparing them. */
const LOOKED_AT = 3000;

/**
 * Finds the fewest gates of all 222 classes by visiting every chain in order of size, so that the first visit of a
 * class is a proof that no shorter chain exists.
 *
 * @source Knuth, TAOCP 4A §7.1.2: 2, 2, 5, 20, 34, 75, 72, 12 classes need 0, 1, …, 7 gates
 */
export function findOptimalChains({ xor, maxGates, keep }: OptimalChainOptions): OptimalChains {
  const { classOf, representatives } = npnTable();
  const gates = Array.from(representatives, () => -1);
  const collected = Array.from(representatives, (table) => new ChainCollection(table));
  const add = (table: number, size: number, chain: () => Chain): void => {
    const c = classOf[table]!;
    if (gates[c] === -1) gates[c] = size;
    if (gates[c] === size) collected[c]!.add(table, chain);
  };
  for (const literal of [0, 2]) add(literal === 0 ? 0 : 0xaaaa, 0, () => ({ inputs: 4, gates: [], output: literal }));
  for (let size = 1; size <= maxGates; size += 1) {
    enumerateChains({ gates: size, xor, visit: (table, chain) => add(table, size, chain) });
  }
  return { gates, chains: collected.map((collection) => collection.choose(keep)) };
}

/**
 * Adds chains for the classes that the enumeration did not reach, as f = g ⊕ h with g and h found, whose sizes sum to
 * the enumerated size. Together with the enumeration this proves minimality: more than `maxGates`, and `maxGates` + 1.
 */
export function completeByXor(found: OptimalChains, maxGates: number, keep: number): OptimalChains {
  const { classOf, representatives } = npnTable();
  const gates = [...found.gates];
  const chains = [...found.chains];
  for (const [c, table] of representatives.entries()) {
    if (gates[c] !== -1) continue;
    const joined = new ChainCollection(table);
    for (let g = 0; g < 65536; g += 1) {
      const a = classOf[g]!;
      const b = classOf[table ^ g]!;
      if (found.gates[a] === -1 || found.gates[b] === -1 || found.gates[a]! + found.gates[b]! !== maxGates) continue;
      const parts = [chainOf(found, g), chainOf(found, table ^ g)] as const;
      joined.add(table, () => xorOfChains(...parts));
    }
    const some = joined.choose(keep);
    if (some.length === 0) continue;
    gates[c] = maxGates + 1;
    chains[c] = some;
  }
  return { gates, chains };
}

/** A chain for any table, from the first chain of its class. */
function chainOf(found: OptimalChains, table: number): Chain {
  const { classOf, transformOf } = npnTable();
  const { permutation, negations, output } = npnTransform(transformOf[table]!);
  const chain = found.chains[classOf[table]!]![0]!;
  return renameInputs(
    chain,
    permutation.map((from, i) => 2 * (from + 1) + ((negations >> i) & 1)),
    output,
  );
}

function xorOfChains(a: Chain, b: Chain): Chain {
  const shift = a.gates.length;
  const move = (literal: number): number => (literal < 10 ? literal : literal + shift);
  const gates = [...a.gates, ...b.gates.map(move)];
  const right = move(b.output);
  const high = Math.max(a.output, right);
  const low = Math.min(a.output, right);
  return {
    inputs: 4,
    gates: [...gates, high & ~1, low & ~1],
    output: 2 * (5 + gates.length / 2) + ((a.output ^ right) & 1),
  };
}

/** The input literals under which a chain of `table` computes the representative, and whether to complement it. */
function toRepresentative(chain: Chain, table: number): Chain {
  const { permutation, negations, output } = npnTransform(npnTable().transformOf[table]!);
  const inputs: number[] = [];
  for (const [i, from] of permutation.entries()) inputs[from] = 2 * (i + 1) + ((negations >> i) & 1);
  return renameInputs(chain, inputs, output);
}

/** Chains of one class, of which those are kept apart whose gates compute different functions under every symmetry. */
class ChainCollection {
  private readonly symmetries: readonly NpnTransform[];
  private readonly bySet = new Map<string, Chain>();
  private readonly byOrbit = new Map<string, Chain>();
  private readonly representative: number;

  constructor(representative: number) {
    this.representative = representative;
    this.symmetries = symmetriesOf(representative);
  }

  add(table: number, chain: () => Chain): void {
    if (this.bySet.size >= LOOKED_AT) return;
    const found = toRepresentative(chain(), table);
    invariant(chainTable({ ...found, output: found.output }) === this.representative, 'a chain of the class');
    const tables = gateTables(found);
    const set = tables.sort((a, b) => a - b).join();
    if (this.bySet.has(set)) return;
    this.bySet.set(set, found);
    const orbit = this.symmetries
      .map((symmetry) =>
        tables
          .map((t) => normal(transformTable(t, symmetry)))
          .sort((a, b) => a - b)
          .join(),
      )
      .reduce((least, key) => (key < least ? key : least));
    if (!this.byOrbit.has(orbit)) this.byOrbit.set(orbit, found);
  }

  /** At most `count`, spread evenly from few XORs to many. */
  choose(count: number): Chain[] {
    const all = [...this.byOrbit.values()].sort(
      (a, b) => chainSize(a) - chainSize(b) || xorCount(a) - xorCount(b) || (chainToText(a) < chainToText(b) ? -1 : 1),
    );
    if (all.length <= count) return all;
    return Array.from({ length: count }, (_, k) => all[Math.floor((k * all.length) / count)]!);
  }
}

/** The transforms that leave a table as it is. */
export function symmetriesOf(table: number): NpnTransform[] {
  return Array.from({ length: 768 }, (_, index) => npnTransform(index)).filter(
    (transform) => transformTable(table, transform) === table,
  );
}

function normal(table: number): number {
  return (table & 1) === 1 ? ~table & 0xffff : table;
}
