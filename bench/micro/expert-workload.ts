import type { PlacedCircuit } from '#logic/circuit/compile';
import { randomCircuit } from '#logic/circuit/samples';
import { createRng } from '#foundation/kernel';

/** One expert of the benchmark: n = 32 planes read, m = 8 of them written back, G gates, all live. */
export interface ExpertCase extends PlacedCircuit {
  readonly gates: number;
  readonly lanes: number;
}

/** Where the workload keeps things, for WebAssembly and C alike. */
export const place = { checksum: 16, planes: 64, mask: 8192, scratch: 16384, list: 49152, bytes: 65536 } as const;

/** Batches between two perturbations of the inputs. */
export const batchesPerTurn = 256;

const reads = 32;

/** The cases of spec/benchmark-suite §2.3, the same circuit for every width. */
export function expertCases(gateCounts: readonly number[], widths: readonly number[]): ExpertCase[] {
  return gateCounts.flatMap((gates) =>
    widths.map((lanes) => {
      const rng = createRng(`bench/expert/${gates}`);
      const circuit = randomCircuit({ inputs: reads, outputs: 8, gates, xorShare: 0.4 }, rng);
      const at = (plane: number): number => place.planes + (plane * lanes) / 8;
      const inputs = Array.from({ length: reads }, (_, plane) => at(plane));
      return { gates, lanes, circuit, layout: { inputs, outputs: rng.distinct(8, reads).map(at) } };
    }),
  );
}

/** The next number of the generator that fills and perturbs the planes. @source Numerical Recipes §7.1: quick and dirty LCG */
export function nextWord(word: number): number {
  return (Math.imul(word, 1664525) + 1013904223) >>> 0;
}

/** Fills the planes from the fixed seed 1 and sets every lane of the mask. */
export function fillPlanes(image: Int32Array, lanes: number): void {
  let word = 1;
  const from = place.planes / 4;
  for (let i = 0; i < (reads * lanes) / 32; i += 1) {
    word = nextWord(word);
    image[from + i] = word;
  }
  image.fill(-1, place.mask / 4, place.mask / 4 + lanes / 32);
}
