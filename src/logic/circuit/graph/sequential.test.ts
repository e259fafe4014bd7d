import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { randomMachine } from '../aiger/fixtures/aiger-fuzz.ts';
import { evaluateOnce } from './evaluate.ts';
import { combinational, type SequentialCircuit, unroll } from './sequential.ts';

/** Runs a machine step by step; `free` gives the first value of latches without reset. */
function runMachine({ circuit, latches }: SequentialCircuit, inputs: readonly boolean[][], free: boolean[]): boolean[] {
  const unset = [...free];
  let state = latches.map(({ reset }) => reset ?? unset.shift()!);
  const seen: boolean[] = [];
  for (const frame of inputs) {
    const results = evaluateOnce(circuit, [...frame, ...state]);
    seen.push(...results.slice(0, results.length - latches.length));
    state = results.slice(results.length - latches.length);
  }
  return [...seen, ...state];
}

describe('a sequential circuit unrolled', () => {
  it('is the machine run step by step, from resets of all three kinds', () => {
    const kinds = new Set<boolean | undefined>();
    for (let seed = 0; seed < 60; seed += 1) {
      const rng = createRng(`unroll/${seed}`);
      const machine = randomMachine(rng);
      const plain = machine.circuit.inputCount - machine.latches.length;
      const frames = 1 + rng.below(4);
      const inputs = Array.from({ length: frames }, () => Array.from({ length: plain }, () => rng.bit() === 1));
      const free = machine.latches.filter(({ reset }) => reset === undefined).map(() => rng.bit() === 1);
      machine.latches.forEach(({ reset }) => kinds.add(reset));
      expect(evaluateOnce(unroll(machine, frames), [...free, ...inputs.flat()])).toEqual(
        runMachine(machine, inputs, free),
      );
    }
    expect(kinds.size).toBe(3);
  });

  it('refuses more latches than the circuit has room for', () => {
    const { circuit } = randomMachine(createRng('few'));
    const latches = Array.from({ length: 20 }, () => ({ reset: false }));
    expect(() => unroll({ ...combinational(circuit), latches }, 2)).toThrow('20 latches do not fit');
  });
});
