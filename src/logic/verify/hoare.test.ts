import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Circuit, type CircuitBuilder, createBuilder, type Edge, evaluateOnce } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import { words } from '#logic/circuit/words';
import { createRng, Fault } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { proveInvariant, proveTriple, type Verified } from './hoare.ts';
import { checkBounded, proveByInduction } from './induction.ts';
import type { ExpertStep, Planes, ProgramStep } from './program.ts';
import { runConcretely } from './run-concretely.ts';

function circuitOf(width: number, make: (builder: CircuitBuilder, x: readonly Edge[]) => readonly Edge[]): Circuit {
  const builder = createBuilder();
  return builder.build(make(builder, builder.inputs(width)));
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

/** Planes 0–2 count up to 5 and stay there; plane 3 is the input "tick". */
const planes: Planes = { state: 3, input: 1 };
const belowFive = circuitOf(4, (b, x) => [b.and(x[3]!, words.lessThan(b, x.slice(0, 3), words.constant(3, 5)))]);
const countUp: ExpertStep = {
  kind: 'expert',
  name: 'count-up',
  reads: range(0, 4),
  writes: range(0, 3),
  body: circuitOf(4, (b, x) => words.increment(b, x.slice(0, 3)).slice(0, 3)),
  guard: belowFive,
};
const atMost = (limit: number): Circuit =>
  circuitOf(3, (b, x) => [b.not(words.lessThan(b, words.constant(3, limit), x))]);
const isZero = circuitOf(3, (b, x) => [b.not(b.orAll(x))]);

function allChecked(found: Verified): boolean {
  return (
    found.answer === 'holds' &&
    found.proofs.length > 0 &&
    found.proofs.every(({ cnf, proof }) => checkProof(parseDimacs(cnf), proof, 'lrat').verified)
  );
}

describe('Hoare triples and invariants', () => {
  it('proves that the counter never passes five', () => {
    expect(allChecked(proveInvariant({ invariant: atMost(5), program: countUp, planes }))).toBe(true);
  });

  it('refuses a wrong invariant with a concrete state and input', () => {
    const found = proveInvariant({ invariant: atMost(4), program: countUp, planes });
    expect(found).toEqual({
      answer: 'fails',
      trace: {
        states: [
          [false, false, true],
          [true, false, true],
        ],
        inputs: [[true]],
      },
    });
  });

  it('proves a triple over a choice and a sequence, and refuses it when one branch is wrong', () => {
    const set = (value: number): ExpertStep => ({
      kind: 'expert',
      name: `set-${value}`,
      reads: [],
      writes: range(0, 3),
      body: circuitOf(0, () => words.constant(3, value)),
    });
    const program = (onTick: number): ProgramStep => ({
      kind: 'sequence',
      steps: [
        {
          kind: 'choice',
          name: 'tick?',
          reads: [3],
          condition: circuitOf(1, (_, x) => x),
          whenTrue: set(onTick),
          whenFalse: set(2),
        },
        countUp,
      ],
    });
    const any = circuitOf(3, (b) => [b.constant(true)]);
    expect(allChecked(proveTriple({ pre: any, program: program(3), post: atMost(4), planes }))).toBe(true);
    expect(proveTriple({ pre: any, program: program(4), post: atMost(4), planes }).answer).toBe('fails');
  });

  it('property: agrees with exhaustive runs of random experts', () => {
    const answers = { holds: 0, fails: 0, unknown: 0 };
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const rng = createRng(`hoare/${seed}`);
        const expert = (name: string): ExpertStep => ({
          kind: 'expert',
          name,
          reads: range(0, 4),
          writes: range(0, 2),
          body: randomCircuit({ inputs: 4, outputs: 2, gates: 6, xorShare: 0.3 }, rng.fork(name)),
          guard: randomCircuit({ inputs: 4, outputs: 1, gates: 4, xorShare: 0.3 }, rng.fork(`${name}/guard`)),
        });
        const program: ProgramStep = { kind: 'sequence', steps: [expert('a'), expert('b')] };
        const pre = randomCircuit({ inputs: 3, outputs: 1, gates: 4, xorShare: 0.2 }, rng.fork('pre'));
        const post = randomCircuit({ inputs: 3, outputs: 1, gates: 4, xorShare: 0.2 }, rng.fork('post'));
        const found = proveTriple({ pre, program, post, planes });
        answers[found.answer] += 1;
        let holds = true;
        for (let x = 0; x < 16; x += 1) {
          const bits = range(0, 4).map((i) => ((x >> i) & 1) === 1);
          const after = runConcretely(program, bits).slice(0, 3);
          if (evaluateOnce(pre, bits.slice(0, 3))[0] && !evaluateOnce(post, after)[0]) holds = false;
        }
        expect(found.answer).toBe(holds ? 'holds' : 'fails');
      }),
      { numRuns: 150 },
    );
    expect(Math.min(answers.holds, answers.fails)).toBeGreaterThan(10);
  });

  it('refuses programs that name planes that do not exist, with the expert and the field', () => {
    const wrong = { ...countUp, name: 'far', writes: [0, 1, 3] };
    expect(() => proveInvariant({ invariant: atMost(5), program: wrong, planes })).toThrow(Fault);
    expect(() => proveInvariant({ invariant: atMost(5), program: wrong, planes })).toThrow('far.writes names plane 3');
    expect(() => proveInvariant({ invariant: isZero, program: { ...countUp, reads: [0, 1, 2, 9] }, planes })).toThrow(
      'plane 9',
    );
  });
});

describe('bounded checking and k-induction', () => {
  /** Two bits 00 → 01 → 10 → 00; 11 leads to 11. */
  const ring: ExpertStep = {
    kind: 'expert',
    name: 'ring',
    reads: [0, 1],
    writes: [0, 1],
    body: circuitOf(2, (b, [low, high]) => [b.or(b.and(low!, high!), b.not(b.or(low!, high!))), low!]),
  };
  const question = {
    planes: { state: 2, input: 0 },
    program: ring,
    init: circuitOf(2, (b, x) => [b.not(b.orAll(x))]),
    invariant: circuitOf(2, (b, x) => [b.not(b.andAll(x))]),
  };

  it('proves an invariant that is inductive at once', () => {
    expect(allChecked(proveByInduction(question, 1))).toBe(true);
  });

  /** A four-bit ring counter of one-hot states, with "bit 3 is never on beside bit 1" not 1-inductive. */
  it('needs k > 1 where one step does not suffice, and says unknown below it', () => {
    const shift: ExpertStep = {
      kind: 'expert',
      name: 'shift',
      reads: range(0, 4),
      writes: range(0, 4),
      body: circuitOf(4, (_, x) => [x[3]!, x[0]!, x[1]!, x[2]!]),
    };
    const oneHot = {
      planes: { state: 4, input: 0 },
      program: shift,
      init: circuitOf(4, (b, x) => [b.andAll([x[0]!, ...x.slice(1).map((edge) => b.not(edge))])]),
      invariant: circuitOf(4, (b, x) => [b.not(b.and(x[3]!, x[2]!))]),
    };
    expect(proveByInduction(oneHot, 1).answer).toBe('unknown');
    expect(allChecked(proveByInduction(oneHot, 4))).toBe(true);
  });

  it('finds the shortest run that leaves the invariant', () => {
    const found = checkBounded({ planes, program: countUp, init: isZero, invariant: atMost(2) }, 10);
    expect(found.answer === 'fails' && found.trace.states.length).toBe(4);
    expect(found.answer === 'fails' && found.trace.inputs).toEqual([[true], [true], [true]]);
    expect(checkBounded({ planes, program: countUp, init: isZero, invariant: atMost(2) }, 2).answer).toBe('holds');
  });
});
