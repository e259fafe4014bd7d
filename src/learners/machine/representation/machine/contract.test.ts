import { describe, expect, it } from 'vitest';
import { type Circuit, type CircuitBuilder, createBuilder, type Edge, evaluateOnce } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import { createRng, Fault } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { createConfig } from './config.ts';
import { checkContract } from './contract.ts';
import { emptyCounters } from './counter-table.ts';
import type { Expert } from './expert.ts';
import { createMachine } from './machine.ts';
import { snapshotMachine } from './snapshot-machine.ts';

const { knobs } = createConfig();

function circuitOf(width: number, make: (b: CircuitBuilder, x: readonly Edge[]) => Edge): Circuit {
  const b = createBuilder();
  return b.build([make(b, b.inputs(width))]);
}

/** Writes the conjunction of its two reads; promises that what it writes is no more than its first read. */
const good: Expert = {
  id: 'good',
  class: 0,
  shard: 0,
  code: [0, 0],
  reads: [0, 1],
  writes: [40],
  post: circuitOf(3, (b, [x, , w]) => b.or(x!, b.not(w!))),
  body: { kind: 'circuit', circuit: circuitOf(2, (b, [x, y]) => b.and(x!, y!)) },
};
/** Writes its second read, so the promise holds only where the first is 1. */
const copies: Expert = { ...good, id: 'copies', body: { kind: 'circuit', circuit: circuitOf(2, (_, x) => x[1]!) } };

describe('the contract of an expert', () => {
  it('is proved with a proof that the checker accepts', () => {
    const found = checkContract(good, knobs);
    expect(found.answer).toBe('holds');
    const proofs = found.answer === 'holds' ? found.proofs : [];
    expect(proofs).toHaveLength(1);
    for (const { cnf, proof } of proofs) expect(checkProof(parseDimacs(cnf), proof, 'lrat').verified).toBe(true);
  });

  it('may assume `pre`, the guard on what is read, and that one plane has one value', () => {
    expect(checkContract(copies, knobs)).toEqual({ answer: 'fails', reads: [false, true], writes: [true] });
    expect(checkContract({ ...copies, pre: circuitOf(2, (_, x) => x[0]!) }, knobs).answer).toBe('holds');
    expect(checkContract({ ...copies, guard: [{ plane: 0, value: true }] }, knobs).answer).toBe('holds');
    expect(checkContract({ ...copies, guard: [{ plane: 0, value: false }] }, knobs).answer).toBe('fails');
    expect(checkContract({ ...copies, guard: [{ plane: 5, value: true }] }, knobs).answer).toBe('fails');
    expect(checkContract({ ...copies, reads: [1, 1] }, knobs).answer).toBe('holds');
  });

  it('of a table holds only if it holds whatever the table says', () => {
    const body = { kind: 'table', counters: emptyCounters(2, 1) } as const;
    expect(checkContract({ ...good, body }, knobs).answer).toBe('fails');
    const either = circuitOf(3, (b, x) => b.or(x[2]!, b.not(x[2]!)));
    expect(checkContract({ ...good, body, post: either }, knobs).answer).toBe('holds');
  });

  it('property: agrees with trying every input', () => {
    const seen = { holds: 0, fails: 0, unknown: 0 };
    for (let seed = 0; seed < 60; seed += 1) {
      const rng = createRng(`contract/${seed}`);
      const [pre, post] = [4, 6].map((inputs) => randomCircuit({ inputs, outputs: 1, gates: 6, xorShare: 0.2 }, rng));
      const circuit = randomCircuit({ inputs: 4, outputs: 2, gates: 6, xorShare: 0.3 }, rng);
      const expert = { ...good, reads: [0, 1, 2, 3], writes: [40, 41], pre: pre!, post: post! };
      const found = checkContract({ ...expert, body: { kind: 'circuit', circuit } }, knobs).answer;
      const isBroken = Array.from({ length: 16 }, (_, x) => [0, 1, 2, 3].map((i) => ((x >> i) & 1) === 1)).some(
        (reads) =>
          evaluateOnce(pre!, reads)[0]! && !evaluateOnce(post!, [...reads, ...evaluateOnce(circuit, reads)])[0]!,
      );
      expect(found, `seed contract/${seed}`).toBe(isBroken ? 'fails' : 'holds');
      seen[found] += 1;
    }
    expect(Math.min(seen.holds, seen.fails)).toBeGreaterThan(5);
  });

  it('is asked for when an expert is added or replaced; a broken one is a fault with its counterexample', () => {
    const machine = createMachine(createConfig());
    machine.addExpert(good, { prove: true });
    const before = snapshotMachine(machine).hash;
    let fault: unknown;
    for (const act of [
      () => machine.addExpert(copies, { prove: true }),
      () => machine.replaceExpert({ ...copies, id: 'good' }, { prove: true }),
    ]) {
      try {
        act();
      } catch (error) {
        fault = error;
      }
      expect(fault).toBeInstanceOf(Fault);
      expect(fault).toMatchObject({
        code: 'bem/contract-broken',
        details: { field: 'post', reads: [false, true], writes: [true] },
      });
      expect(snapshotMachine(machine).hash).toBe(before);
    }
    machine.addExpert(copies);
  });
});
