import { createRng, type Rng } from '#kernel';
import { compile, createMemory } from '#wasm/run';
import { type Circuit, gateCount } from '../graph/circuit.ts';
import { startInterpreter } from './compile-interpreter.ts';
import { encodePack, startPack } from './compile-pack.ts';
import { programOf } from './compile-program.ts';
import type { PlaneLayout } from './compile-sequence.ts';
import { evaluate } from '../graph/evaluate.ts';
import { randomCircuit } from '../samples/random-circuit.ts';

/** What one comparison of the evaluators saw. */
export interface Comparison {
  /** Words of the whole memory image in which the compiled code, or the interpreter, differs from the reference. */
  readonly compiledDiffers: number;
  readonly interpreterDiffers: number;
  /** 128-lane chunks that compiled code says it computed, and the number with a lane in the mask. */
  readonly compiledChunks: number;
  readonly maskedChunks: number;
}

const listAt = 16;

/** Runs compiled code and the interpreter on one random circuit, placement, mask and memory, beside the reference. */
export function compareEvaluators(seed: string): Comparison {
  const rng = createRng(seed);
  const lanes = 128 * rng.pick([1, 1, 2, 3, 4, 8, 9, 13]);
  const words = lanes / 32;
  const planes = rng.int(4, 24);
  const circuit = anyCircuit(rng, planes);
  const stride = lanes / 8;
  const planeAt = (plane: number): number => 64 + plane * stride;
  const layout: PlaneLayout = {
    inputs: Array.from({ length: circuit.inputCount }, () => planeAt(rng.below(planes))),
    outputs: rng.distinct(circuit.outputs.length, planes).map(planeAt),
  };
  const maskAt = planeAt(planes);
  const zeros = maskAt + stride;
  const scratch = zeros + stride;
  const programAt = scratch + (gateCount(circuit) + planes) * stride;
  const registers = rng.pick([3, 4, 8, 12]);
  const program = programOf(circuit, layout, { scratch, stride, zeros });
  const memory = createMemory(Math.ceil((programAt + 4 * program.length) / 65536));
  const image = new Int32Array(memory.buffer);
  for (let i = 16; i < maskAt / 4; i += 1) image[i] = rng.uint32();
  const density = rng.pick(['none', 'sparse', 'half', 'all'] as const);
  for (let i = 0; i < words; i += 1) image[maskAt / 4 + i] = maskWord(rng, density);
  image.set(program, programAt / 4);
  image.set([0, maskAt], listAt / 4);

  const before = image.slice();
  const expected = expectedPlanes(circuit, layout, before, { words, maskAt });
  const run = startPack(compile(encodePack([{ circuit, layout }], { lanes, scratch, registers })), memory);
  const compiledChunks = run(0, listAt, 1);
  const compiledDiffers = differences(image, expected, maskAt / 4 + words);
  image.set(before);
  startInterpreter(memory, lanes)(programAt, maskAt);
  const interpreterDiffers = differences(image, expected, maskAt / 4 + words);
  const maskedChunks = Array.from({ length: lanes / 128 }, (_, c) =>
    before.subarray(maskAt / 4 + 4 * c, maskAt / 4 + 4 * c + 4).some((word) => word !== 0),
  ).filter(Boolean).length;
  return { compiledDiffers, interpreterDiffers, compiledChunks, maskedChunks };
}

/** A random circuit; now and then outputs are inputs, complements of them, or constants. */
function anyCircuit(rng: Rng, planes: number): Circuit {
  const outputs = rng.int(1, Math.min(planes, 8));
  const shape = { inputs: rng.int(3, 16), outputs, gates: outputs + rng.below(rng.pick([4, 40, 160])) };
  const circuit = randomCircuit({ ...shape, xorShare: rng.float() }, rng);
  if (rng.chance(0.6)) return circuit;
  const edges = circuit.outputs.map((edge) => (rng.chance(0.5) ? edge : rng.below(2 * (circuit.inputCount + 1))));
  return { ...circuit, outputs: edges };
}

function maskWord(rng: Rng, density: 'none' | 'sparse' | 'half' | 'all'): number {
  if (density === 'none') return 0;
  if (density === 'all') return -1;
  return density === 'half' ? rng.uint32() : rng.chance(0.1) ? 1 << rng.below(32) : 0;
}

function expectedPlanes(
  circuit: Circuit,
  layout: PlaneLayout,
  before: Int32Array,
  { words, maskAt }: { readonly words: number; readonly maskAt: number },
): Int32Array {
  const inputs = new Int32Array(circuit.inputCount * words);
  for (const [i, at] of layout.inputs.entries()) inputs.set(before.subarray(at / 4, at / 4 + words), i * words);
  const outputs = evaluate(circuit, inputs, words);
  const expected = before.slice();
  for (const [o, at] of layout.outputs.entries()) {
    for (let w = 0; w < words; w += 1) {
      const mask = before[maskAt / 4 + w]!;
      expected[at / 4 + w] = (before[at / 4 + w]! & ~mask) | (outputs[o * words + w]! & mask);
    }
  }
  return expected;
}

function differences(a: Int32Array, b: Int32Array, count: number): number {
  let differ = 0;
  for (let i = 0; i < count; i += 1) if (a[i] !== b[i]) differ += 1;
  return differ;
}
