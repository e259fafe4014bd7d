import { describe, expect, it } from 'vitest';
import { type Circuit, evaluateOnce } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import {
  type ExpertText,
  mapCircuits,
  type PlanePredicate,
  type ProgramText,
  type Statement,
} from '#foundation/contracts/certificates';
import { createRng, type Rng, sha256 } from '#foundation/kernel';
import { proveStatement, statementFormula } from '#logic/verify';
import { circuitBytes } from '#logic/verify/certify';
import { encodeStatement } from './encode-statement.ts';

const state = 4;
const planes = { state, input: 2 };
const all = state + planes.input;

function circuit(inputs: number, outputs: number, rng: Rng): Circuit {
  const gates = outputs + rng.below(6);
  return randomCircuit({ inputs: Math.max(2, inputs), gates, outputs, xorShare: 0.4 }, rng);
}

function somePlanes(count: number, below: number, rng: Rng): number[] {
  return rng.shuffle(Array.from({ length: below }, (_, i) => i)).slice(0, count);
}

function predicate(below: number, rng: Rng): PlanePredicate<Circuit> {
  const over = somePlanes(2 + rng.below(2), below, rng);
  return { planes: over, holds: circuit(over.length, 1, rng) };
}

function expert(rng: Rng): ExpertText<Circuit> {
  const reads = somePlanes(2 + rng.below(3), all, rng);
  const writes = somePlanes(1 + rng.below(2), state, rng);
  const guard = rng.chance(0.6) ? { guard: predicate(all, rng) } : {};
  return { kind: 'expert', reads, writes, body: circuit(reads.length, writes.length, rng), ...guard };
}

function program(depth: number, rng: Rng): ProgramText<Circuit> {
  const kind = depth === 0 ? 'expert' : rng.pick(['expert', 'sequence', 'stage', 'choice', 'graph'] as const);
  switch (kind) {
    case 'expert':
      return expert(rng);
    case 'sequence':
      return { kind, steps: [program(depth - 1, rng), program(depth - 1, rng)] };
    case 'stage':
      return { kind, experts: [expert(rng), expert(rng)] };
    case 'choice':
      return { kind, when: predicate(all, rng), whenTrue: program(depth - 1, rng), whenFalse: program(depth - 1, rng) };
    case 'graph':
      return {
        kind,
        nodes: [
          { kind: 'branch', plane: rng.below(all), whenTrue: 1, whenFalse: 2 },
          { kind: 'run', program: program(depth - 1, rng), next: 2 + rng.below(2) },
          { kind: 'run', program: expert(rng), next: 3 },
          { kind: 'end' },
        ],
      };
  }
}

function statement(rng: Rng): Statement<Circuit> {
  const property = rng.pick(['equal', 'never', 'triple', 'reach', 'induction', 'same-step'] as const);
  const predicates = (below = state): PlanePredicate<Circuit>[] =>
    Array.from({ length: rng.below(3) }, () => predicate(below, rng));
  switch (property) {
    case 'equal': {
      const care = rng.chance(0.5) ? { care: circuit(3, 1, rng) } : {};
      return { property, left: circuit(3, 2, rng), right: circuit(3, 2, rng), ...care };
    }
    case 'never':
      return { property, circuit: circuit(4, 1, rng) };
    case 'triple':
      return { property, planes, program: program(2, rng), pre: predicates(), post: predicates() };
    case 'reach':
      return {
        property,
        planes,
        program: program(1, rng),
        init: predicates(),
        invariant: predicates(),
        steps: rng.below(3),
      };
    case 'induction':
      return { property, planes, program: program(1, rng), invariant: predicates(), steps: 1 + rng.below(2) };
    case 'same-step': {
      const narrow = rng.chance(0.5) ? { narrow: somePlanes(1, state, rng) } : {};
      const observed = somePlanes(2, state, rng);
      return {
        property,
        planes,
        pre: predicates(all),
        left: program(2, rng),
        right: program(2, rng),
        observed,
        ...narrow,
      };
    }
  }
}

type Bits = readonly boolean[];

const holds = ({ planes: over, holds: test }: PlanePredicate<Circuit>, bits: Bits): boolean =>
  evaluateOnce(
    test,
    over.map((plane) => bits[plane]!),
  )[0]!;

function runExpert({ reads, writes, body, guard }: ExpertText<Circuit>, now: Bits, start: Bits): Bits {
  if (guard !== undefined && !holds(guard, start)) return now;
  const after = [...now];
  evaluateOnce(
    body,
    reads.map((plane) => now[plane]!),
  ).forEach((bit, i) => (after[writes[i]!] = bit));
  return after;
}

/** What a program does to bits: the meaning that both encoders must have. */
function run(text: ProgramText<Circuit>, now: Bits): Bits {
  switch (text.kind) {
    case 'expert':
      return runExpert(text, now, now);
    case 'sequence':
      return text.steps.reduce((bits, step) => run(step, bits), now);
    case 'stage':
      return text.experts.reduce((bits, each) => runExpert(each, bits, now), now);
    case 'choice':
      return run(holds(text.when, now) ? text.whenTrue : text.whenFalse, now);
    case 'graph': {
      let bits = now;
      for (let at = 0; ;) {
        const node = text.nodes[at]!;
        if (node.kind === 'end') return bits;
        if (node.kind === 'run') bits = run(node.program, bits);
        at = node.kind === 'run' ? node.next : bits[node.plane]! ? node.whenTrue : node.whenFalse;
      }
    }
  }
}

/** Whether a statement is broken by these values of its inputs. */
function isBroken(asked: Statement<Circuit>, bits: Bits): boolean {
  const every = (list: readonly PlanePredicate<Circuit>[], at: Bits): boolean => list.every((each) => holds(each, at));
  if (asked.property === 'never') return evaluateOnce(asked.circuit, bits)[0]!;
  if (asked.property === 'equal') {
    const [a, b] = [evaluateOnce(asked.left, bits), evaluateOnce(asked.right, bits)];
    return a.some((bit, i) => bit !== b[i]) && (asked.care === undefined || evaluateOnce(asked.care, bits)[0]!);
  }
  if (asked.property === 'same-step') {
    const [a, b] = [run(asked.left, bits), run(asked.right, bits)];
    const isNarrow = (asked.narrow ?? []).every((plane) => !bits[plane]! && !b[plane]!);
    return every(asked.pre, bits) && isNarrow && asked.observed.some((plane) => a[plane] !== b[plane]);
  }
  const steps = asked.property === 'triple' ? 1 : asked.steps;
  const states: Bits[] = [bits.slice(0, state)];
  for (let step = 0; step < steps; step += 1) {
    const from = state + step * planes.input;
    states.push(run(asked.program, [...states[step]!, ...bits.slice(from, from + planes.input)]).slice(0, state));
  }
  const last = states.at(-1)!;
  if (asked.property === 'triple') return every(asked.pre, states[0]!) && !every(asked.post, last);
  if (asked.property === 'reach') return every(asked.init, states[0]!) && !every(asked.invariant, last);
  const isDistinct = new Set(states.map(String)).size === states.length;
  return (
    isDistinct && states.slice(0, -1).every((each) => every(asked.invariant, each)) && !every(asked.invariant, last)
  );
}

function inputsOf(asked: Statement<Circuit>): number {
  if (asked.property === 'never') return asked.circuit.inputCount;
  if (asked.property === 'equal') return asked.left.inputCount;
  if (asked.property === 'triple' || asked.property === 'same-step') return all;
  return state + asked.steps * planes.input;
}

describe('the encoder of the audit', () => {
  const seeds = Array.from({ length: 400 }, (_, seed) => seed);

  it('finds the formula that proofs are made for, byte by byte, for every kind of statement', () => {
    const seen = new Set<string>();
    for (const seed of seeds) {
      const asked = statement(createRng(`audit/encode/${seed}`));
      const blobs = new Map<string, Uint8Array>();
      const stored = mapCircuits(asked, (each) => {
        const bytes = circuitBytes(each);
        blobs.set(sha256(bytes), bytes);
        return sha256(bytes);
      });
      const formula = encodeStatement(stored, { getBlob: (hash) => blobs.get(hash) });
      expect(new TextDecoder().decode(formula), `seed ${seed}`).toBe(new TextDecoder().decode(statementFormula(asked)));
      seen.add(asked.property);
    }
    expect(seen.size).toBe(6);
  });

  it('and the prover mean what the statement means: on every input of small ones', () => {
    const answers = new Set<string>();
    for (const seed of seeds.slice(0, 150)) {
      const asked = statement(createRng(`audit/encode/${seed}`));
      const inputs = inputsOf(asked);
      const isTrue = !Array.from({ length: 2 ** inputs }, (_, x) => x).some((x) =>
        isBroken(
          asked,
          Array.from({ length: inputs }, (_bit, i) => ((x >> i) & 1) === 1),
        ),
      );
      const { answer } = proveStatement(asked);
      expect(answer, `seed ${seed} ${asked.property}`).toBe(isTrue ? 'proved' : 'refuted');
      answers.add(`${asked.property} ${answer}`);
    }
    expect(answers.size).toBeGreaterThanOrEqual(9);
  });
});
