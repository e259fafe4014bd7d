import { describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
import { RunFold } from './run-fold.ts';
import { runSentence } from './run-sentence.ts';

interface Asked {
  readonly loop: string;
  readonly events?: readonly (readonly [string, Json])[];
  readonly summary?: Json;
  readonly config?: Json;
}

function sentenceOf({ loop, events = [], summary = null, config = {} }: Asked): string | null {
  const fold = new RunFold();
  for (const [seq, [type, data]] of events.entries()) fold.add({ v: 1, run: 'r', seq, type, data });
  return runSentence({ loop, status: 'done', summary, config }, fold);
}

const judged = (right: number): Json => ({ right, rows: 40, interval: { low: 0.8, high: 1 } });
const trial = { verdict: 'accept', wins: 20, losses: 1, pValue: 0.00000012, alpha: 0.05 };
const learnt = { judged: judged(38), commonest: { says: 'no', judged: judged(19) }, effort: 123_456 };
const score = (value: number): Json => ({ score: value, tasks: 20, interval: { low: value - 0.1, high: value + 0.1 } });

describe('a run in one sentence', () => {
  it('of learn: the rows held out, the trial, the search', () => {
    expect(sentenceOf({ loop: 'learn', config: { answer: 'late' }, summary: { ...learnt, trials: [trial] } })).toBe(
      'The rule for late is right on 38 of 40 rows held out; always no is right on 19; shown on the 21 rows on which it and the rule before differ, p = 1e-7; 123,456 steps of search.',
    );
    const unshown = { ...learnt, isShown: false, trials: [{ ...trial, verdict: 'reject' }] };
    expect(sentenceOf({ loop: 'learn', summary: unshown })).toBe(
      'No rule for the answer was shown: the best found is right on 38 of 40 rows held out, always no on 19; nothing was shown to be better; 123,456 steps of search.',
    );
  });

  it('of eval: the tasks, and the other skill with its interval', () => {
    const counts = { rollouts: 40 };
    const alone: Asked = { loop: 'eval', events: [['skill-evaluated', { scores: [score(0.5)], counts }]] };
    expect(sentenceOf(alone)).toBe(
      'The skill answers 10 of 20 tasks of the validation split; 95 % interval 40.0 % to 60.0 %; 40 rollouts.',
    );
    const against = (low: number, high: number): string | null =>
      sentenceOf({
        loop: 'eval',
        config: { split: 'test' },
        events: [
          [
            'skill-evaluated',
            { scores: [score(0.9), score(0.5)], counts, difference: { mean: (low + high) / 2, low, high } },
          ],
        ],
      });
    expect(against(0.1, 0.5)).toContain('tasks of the test split, the other one 10; shown to be better: +30.0 points');
    expect(against(-0.5, -0.1)).toContain('shown to be worse');
    expect(against(-0.5, 0.1)).toContain('neither shown to be better nor worse: −20.0 points');
  });

  it('of evolve: the families of tasks, the certificates by kind, the practice', () => {
    const events = [['template-reported', { template: 'A', level: 1, before: 0, after: 1 }]] as const;
    const summary = { certificates: { statistical: 31, proofs: 201 }, lessons: 41, episodes: 130_000 };
    expect(sentenceOf({ loop: 'evolve', events, summary })).toBe(
      'One machine does better than before on 1 of 1 families of tasks; shown by 31 paired tests and 201 proofs; 41 lessons, 130,000 episodes.',
    );
  });

  it('of self-play, with an exam and without', () => {
    const summary = { judged: 60, kept: 12, judgeCalls: 1732 };
    expect(sentenceOf({ loop: 'selfplay', summary })).toBe(
      '12 of 60 questions that the generator asked were kept; nothing was shown to be better; 1,732 calls of the judge.',
    );
    const events = [['exam-taken', { before: 0.5, after: 0.75 }]] as const;
    expect(sentenceOf({ loop: 'selfplay', events, summary })).toContain('right on 75.0 % of the exam, was 50.0 %');
  });

  it('is not there where a loop says nothing of it', () => {
    for (const loop of ['learn', 'eval', 'evolve', 'selfplay', 'train', 'verify'])
      expect(sentenceOf({ loop })).toBeNull();
  });
});
