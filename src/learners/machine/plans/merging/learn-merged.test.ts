import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { learnMerged } from './learn-merged.ts';
import { learnProgram } from '../learn-program.ts';
import { agreesWith } from '../programs/program.ts';
import { finalSequence, type Sequence } from '../sequence.ts';

const shape = { classes: 2, payloads: 0, answers: 2 };

function strings(count: number, label: (tokens: readonly number[]) => number): Sequence[] {
  const rng = createRng('held-out');
  return Array.from({ length: count }, () => {
    const tokens = Array.from({ length: rng.int(1, 16) }, () => rng.bit());
    return finalSequence(tokens, label(tokens));
  });
}

const ones = (tokens: readonly number[]): number => tokens.filter((token) => token === 1).length;

describe('programs that the data do not speak for', () => {
  it('labels without a rule are not learnt', () => {
    const rng = createRng('held-out/labels');
    const data = strings(120, () => rng.bit());
    const learnt = learnProgram(data, shape, {
      noiseRestarts: 0,
      parts: { counters: false, memory: false, stack: false },
    });
    expect(learnt.grounds).toBe('constant');
  });

  it('merging states finds a modulus and agrees with strings it has not seen', () => {
    const data = strings(600, (tokens) => (ones(tokens) % 5 === 0 ? 1 : 0));
    const { program } = learnMerged(data, shape);
    expect(program.states).toBe(5);
    const longer = Array.from({ length: 64 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    expect(agreesWith(program, finalSequence(longer, ones(longer) % 5 === 0 ? 1 : 0))).toBe(true);
  });
});
