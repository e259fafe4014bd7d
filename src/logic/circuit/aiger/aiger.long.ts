import { expect, it } from 'vitest';
import { createRng, Fault } from '#foundation/kernel';
import { mutatedAiger } from './fixtures/aiger-fuzz.ts';
import { evaluate } from '../graph/evaluate.ts';
import { type AigerFile, readAiger } from './read-aiger.ts';
import { writeAiger } from './write-aiger.ts';

function readOrRefuse(data: Uint8Array): AigerFile | undefined {
  try {
    return readAiger(data);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

it('100,000 mutated AIGER files are read or refused, and what is read can be written and read again', () => {
  let readable = 0;
  for (let i = 0; i < 100_000; i += 1) {
    const file = readOrRefuse(mutatedAiger(createRng(`aiger-long/${i}`)));
    if (file === undefined) continue;
    readable += 1;
    const again = readAiger(writeAiger(file, { format: i % 2 === 0 ? 'ascii' : 'binary' }));
    const planes = Int32Array.from({ length: file.circuit.inputCount }, (_, n) => Math.imul(n + 1, 0x9e3779b1));
    expect(evaluate(again.circuit, planes), `seed aiger-long/${i}`).toEqual(evaluate(file.circuit, planes));
  }
  expect(readable).toBeGreaterThan(5_000);
  expect(readable).toBeLessThan(95_000);
});
