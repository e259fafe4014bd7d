import type { Rng } from '#kernel';
import { randomCircuit } from '../samples/random-circuit.ts';
import { noProperties, type SequentialCircuit } from '../graph/sequential.ts';
import { writeAiger } from './write-aiger.ts';

/** A random machine with up to four latches and some properties, for testing readers and writers. */
export function randomMachine(rng: Rng): SequentialCircuit {
  const latches = rng.below(5);
  const inputs = 2 + rng.below(6) + latches;
  const outputs = 1 + rng.below(6) + latches;
  const shape = { inputs, outputs, gates: outputs + rng.below(30), xorShare: rng.float() };
  const circuit = randomCircuit(shape, rng.fork('circuit'));
  const bad = outputs - latches > 2 ? 1 : 0;
  const justice = outputs - latches > 4 ? [2] : [];
  return {
    circuit: { ...circuit, inputNames: circuit.inputNames.map((_, i) => (rng.bit() === 1 ? `in ${i}` : undefined)) },
    latches: Array.from({ length: latches }, () => ({ reset: rng.pick([false, true, undefined]) })),
    properties: { ...noProperties, bad, justice },
  };
}

/** Bytes near a valid AIGER file: a few bytes changed, inserted, removed or copied, or the file cut; now and then pure noise. */
export function mutatedAiger(rng: Rng): Uint8Array {
  if (rng.chance(0.05)) return Uint8Array.from({ length: rng.below(200) }, () => rng.below(256));
  const format = rng.pick(['ascii', 'binary'] as const);
  const bytes = [...writeAiger(randomMachine(rng), { format, comment: 'fuzz' })];
  const edits = 1 + rng.below(2);
  for (let edit = 0; edit < edits; edit += 1) mutate(bytes, rng);
  return Uint8Array.from(bytes);
}

function mutate(bytes: number[], rng: Rng): void {
  const at = rng.below(bytes.length + 1);
  const size = 1 + rng.below(4);
  const digit = 48 + rng.below(10);
  switch (rng.below(6)) {
    case 0:
      bytes[at] = rng.below(256);
      break;
    case 1:
      bytes[at] = rng.pick([digit, digit, 10, 32, 45, 99]);
      break;
    case 2:
      bytes.splice(at, 0, ...Array.from({ length: size }, () => digit));
      break;
    case 3:
      bytes.splice(at, size);
      break;
    case 4:
      bytes.splice(at, 0, ...bytes.slice(0, rng.below(40)));
      break;
    default:
      bytes.length = at;
  }
}
