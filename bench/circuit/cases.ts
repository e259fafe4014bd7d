import type { Circuit } from '#logic/circuit/graph';
import { families, randomCircuit } from '#logic/circuit/samples';
import { createRng } from '#foundation/kernel';

/** One circuit of the benchmark. */
export interface CircuitCase {
  readonly family: string;
  readonly size: number;
  make(seed: number): Circuit;
}

type FamilyName = keyof typeof families;

function fromFamily(family: FamilyName, ...sizes: readonly number[]): CircuitCase[] {
  return sizes.map((size) => ({
    family,
    size,
    make: (seed) => families[family](size, createRng(`bench/circuit/${seed}/${family}/${size}`)),
  }));
}

/** Random circuits of which most gates are XORs. */
function xorRandom(...sizes: readonly number[]): CircuitCase[] {
  return sizes.map((size) => ({
    family: 'xorRandom',
    size,
    make: (seed) => {
      const shape = { inputs: Math.max(8, size >> 4), outputs: Math.max(4, size >> 5), gates: size, xorShare: 0.6 };
      return randomCircuit(shape, createRng(`bench/circuit/${seed}/xor/${size}`));
    },
  }));
}

/** Adders, multipliers, comparators, random circuits and control logic; without `quick` up to thousands of gates. */
export function circuitCases(quick: boolean): CircuitCase[] {
  // One of each kind first: a quick run on a slow machine leaves out the last ones.
  const small = [
    ...fromFamily('adder', 32),
    ...xorRandom(120),
    ...fromFamily('random', 150),
    ...fromFamily('comparator', 24),
    ...fromFamily('decisionList', 40),
    ...fromFamily('multiplier', 6),
    ...fromFamily('counterTwice', 8),
    ...fromFamily('incrementFourTimes', 8),
    ...fromFamily('alu', 8),
    ...fromFamily('prefixAdder', 16),
    ...fromFamily('maximum', 16),
    ...fromFamily('arbiter', 24),
    ...fromFamily('barrelShifter', 16),
    ...fromFamily('popcount', 32),
    ...fromFamily('treeMultiplier', 6),
    ...fromFamily('multiplier', 8),
    ...xorRandom(250),
    ...fromFamily('random', 300),
  ];
  if (quick) return small;
  return [
    ...small,
    ...fromFamily('adder', 128),
    ...fromFamily('prefixAdder', 64),
    ...fromFamily('multiplier', 16),
    ...fromFamily('karatsubaMultiplier', 8),
    ...fromFamily('comparator', 64),
    ...fromFamily('maximum', 32),
    ...fromFamily('random', 1000, 2500),
    ...xorRandom(1000),
    ...fromFamily('alu', 32),
    ...fromFamily('arbiter', 200),
    ...fromFamily('decisionList', 200),
    ...fromFamily('barrelShifter', 64),
    ...fromFamily('popcount', 128),
  ];
}
