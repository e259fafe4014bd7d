import { expect, it } from 'vitest';
import { type TrainRun, usualSettings } from '#learners/skill/train';
import type { Shell } from '../command.ts';
import { watchTraining } from './watch-training.ts';

it('shows stage, verdicts, score with interval, spending and time left, and not at every rollout', () => {
  let now = 0;
  const lines: string[] = [];
  const progress = (): object => ({
    update: (done: number, total: number, what: string) => lines.push(`${done}/${total} ${what}`),
    end: () => {},
  });
  const current = { hash: 'a' };
  const scores = new Map([
    ['t1', [1, 1]],
    ['t2', [0, 1]],
    ['t3', [Number.NaN]],
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the line reads
  const run = {
    train: Array.from({ length: 80 }),
    state: {
      accepted: 1,
      refused: 2,
      undecided: 3,
      history: [{}, {}, {}, {}],
      current,
      pool: new Map([['a', { scores }]]),
    },
    budget: { spent: () => ({ rollouts: 160, promptTokens: 90_000, completionTokens: 1000, dollars: 0.125 }) },
  } as unknown as TrainRun;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the display needs
  const { watch } = watchTraining(usualSettings, { progress } as unknown as Shell, () => now);
  now = 8000;
  watch('evaluate', run);
  for (let i = 0; i < 50; i += 1) watch('', run);
  expect(lines).toEqual([
    '4/16 evaluate: 1 accepted 2 rejected 3 undecided, score 0.75 [0.34, 1.00], at most 24 s left, 160 rollouts, 91k tokens, $0.13',
  ]);
  // The last trial and the final test are still to come: nobody knows how long they take.
  const ended = { ...run, state: { ...run.state, history: Array.from({ length: 16 }) } } as unknown as TrainRun;
  now = 16_000;
  watch('test', ended);
  expect(lines.at(-1)).toMatch(/^16\/16 test: .*score 0\.75 \[0\.34, 1\.00\], 160 rollouts/);
});

it('notes once, after the first rollouts, where none was right', () => {
  const notes: string[] = [];
  const shell = { progress: () => ({ update() {}, end() {} }), note: (text: string) => notes.push(text) };
  const state = {
    history: [],
    current: { hash: 'a' },
    pool: new Map([['a', { scores: new Map([['t', [0, 0, 0, 0, 0]]]) }]]),
    firstWrong: 't: The answer was "It is figs."; expected figs.',
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the note reads
  const run = { train: [], state, budget: { spent: () => ({}) } } as unknown as TrainRun;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the display needs
  const { watch } = watchTraining(usualSettings, shell as unknown as Shell, () => 0);
  watch('rollout', run);
  expect(notes).toEqual([]);
  watch('reflect', run);
  watch('reflect', run);
  expect(notes).toEqual([
    expect.stringContaining('Not one of 5 replies was right. The first, t: The answer was "It is figs."'),
  ]);
});
