import { type Chain, chainFromText, chainSize, gateTables, renameInputs } from '../synthesis/chain.ts';
import { expandXors } from '../synthesis/expand-xors.ts';
import { npnTable } from '../synthesis/npn.ts';
import { readOptimalChains } from '../synthesis/optimal-chains-text.ts';
import { symmetriesOf } from '../synthesis/optimal-chains.ts';
import { andChains, xorAndChains } from './optimal-chains-data.ts';

/** Structures tried a class; more find little and cost time. */
const MOST = 32;

/**
 * The smallest known structures of every class of four-input functions, over XORs and ANDs or over ANDs only.
 *
 * Each committed chain is joined by its images under the symmetries of its function, which compute other functions on
 * the way and may therefore meet gates that are there already. Classes are unpacked when first asked for.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006: precomputed subgraphs of all classes
 */
export class Library {
  private readonly classes: (readonly Chain[] | undefined)[] = [];
  private readonly andOnly: boolean;

  constructor(andOnly: boolean) {
    this.andOnly = andOnly;
  }

  /** Chains of the representative of a class. */
  structures(c: number): readonly Chain[] {
    return (this.classes[c] ??= withImages(this.andOnly ? andStructures(c) : chainsAt(stored.xorAnd, c), c));
  }
}

const stored = { xorAnd: readOptimalChains(xorAndChains), and: readOptimalChains(andChains) };

function chainsAt(table: readonly (readonly string[])[], c: number): Chain[] {
  return table[c]!.map(chainFromText);
}

/** Where no AND chain is stored, the stored ones with XORs, spelt out; the smallest ones. */
function andStructures(c: number): Chain[] {
  const found = chainsAt(stored.and, c);
  if (found.length > 0) return found;
  const spelt = chainsAt(stored.xorAnd, c).flatMap((chain) => [expandXors(chain, true), expandXors(chain, false)]);
  const least = Math.min(...spelt.map(chainSize));
  return spelt.filter((chain) => chainSize(chain) <= least + 1).slice(0, 8);
}

function withImages(chains: readonly Chain[], c: number): Chain[] {
  const symmetries = symmetriesOf(npnTable().representatives[c]!);
  const images = new Map<string, Chain>();
  for (const { permutation, negations, output } of symmetries) {
    const inputs = permutation.map((from, i) => 2 * (from + 1) + ((negations >> i) & 1));
    for (const chain of chains) {
      const image = renameInputs(chain, inputs, output);
      const key = gateTables(image)
        .sort((a, b) => a - b)
        .join();
      if (!images.has(key)) images.set(key, image);
    }
    if (images.size >= MOST) break;
  }
  return [...images.values()].slice(0, MOST);
}
