import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunJournal, openStore, type Store } from '#world/store';
import { Folds } from './folds.ts';
import { QuestionBooks } from './question-books.ts';
import { questionList, questionTrace, SelfPlayFold, SelfPlayView } from './self-play-view.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-selfplay-view-'));
let store: Store;
let journal: RunJournal;

/** A question whose two answers were judged twice each and compared in both orders. */
function record(iteration: number, i: number, refusal: string | null): object {
  const estimate = { value: i / 10, low: 0, high: 1 };
  return {
    question: `add ${i} ${iteration}`,
    kind: i % 2 === 0 ? 'even' : 'odd',
    iteration,
    refusal,
    reliability: { cons: estimate, sep: estimate, stab: estimate, combined: estimate },
    validity: 0.9,
    level: 0.5,
    best: 'yes',
    bestScore: 0.9,
    answers: ['yes', 'no'],
    votes: {
      scores: [
        [0.9, 0.8],
        [0.2, 0.1],
      ],
      strong: [2, 1],
      weak: [0, 1],
      comparisons: [
        [0, 1, 'first'],
        [1, 0, i % 2 === 0 ? 'second' : 'first'],
      ],
    },
    pairs: refusal === null ? [['yes', 'no']] : [],
    generator: 'g',
    solver: 's',
  };
}

beforeAll(() => {
  store = openStore(folder);
  journal = store.createRun({ loop: 'selfplay', seed: 1, config: {} });
  journal.emit('selfplay-started', { alpha: 0.05, generatorLearnsBy: 'reinforce' });
  for (const iteration of [1, 2]) {
    const lines = Array.from({ length: 4 }, (_, i) => record(iteration, i, i < 3 ? 'answers not told apart' : null));
    const records = journal.putBlob(new TextEncoder().encode(lines.map((l) => `${JSON.stringify(l)}\n`).join('')));
    journal.emit('questions-judged', {
      iteration,
      drawn: 6,
      judged: 4,
      kept: 1,
      pairs: 1,
      refusals: { malformed: 2, 'answers not told apart': 3 },
      kinds: { even: 2, odd: 2 },
      reliability: 0.4,
      reliabilityLow: 0.3,
      reliabilityHigh: 0.5,
      level: 0.5,
      judgeCalls: 100 * iteration,
      passesSaved: 7,
      records,
    });
    journal.emit('generator-updated', { iteration, by: 'reinforce', reward: 0.2, distance: 0.1 * iteration });
  }
  journal.emit('judge-checked', { iteration: 2, firstPlace: 0.5, controlsRefused: 1, drift: 0.01, distrust: null });
  journal.emit('candidate-accepted', { look: 1, questions: 20, incumbentScore: 0.4, candidateScore: 0.8, score: 0.8 });
  journal.emit('generators-compared', {
    reliability: { first: 0.2, last: 0.4, difference: 0.2, low: 0.1, high: 0.3 },
    diversity: { distance: 0.99, entropy: 0.86 },
  });
  journal.emit('exam-taken', { questions: 30, before: 0.4, after: 0.6, low: 0.1, high: 0.3 });
  journal.flush();
});

afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

describe('a run of self-play', () => {
  it('is told whole: yield, reasons, reliability, drift, agreement, solver', () => {
    const fold = new Folds(store, () => new SelfPlayFold(new QuestionBooks(store))).of(journal.run);
    const view = SelfPlayView.parse(fold.view());
    expect(view.totals).toMatchObject({ drawn: 12, judged: 8, kept: 2, pairs: 2, judgeCalls: 200 });
    expect(fold.view({ judgeCalls: 260, passesSaved: 9 }).totals).toMatchObject({ judgeCalls: 260, passesSaved: 9 });
    expect(view.reasons).toEqual([
      { why: 'answers not told apart', count: 6 },
      { why: 'malformed', count: 4 },
    ]);
    const line = (group: 'solver' | 'reliability' | 'drift' | 'judge' | 'variety', name: string): number[] =>
      view[group].find((curve) => curve.name === name)?.y ?? [];
    expect(line('drift', 'nats per question from the start')).toEqual([0.1, 0.2]);
    expect(line('reliability', 'consistency').map((y) => y.toFixed(3))).toEqual(['0.150', '0.150']);
    expect(line('judge', 'same in both orders')).toEqual([0.5, 0.5]);
    expect(line('judge', 'agreement with itself (alpha)')[0]).toBeGreaterThan(0.9);
    expect(line('solver', 'candidate, held-out')).toEqual([0.8]);
    expect(line('variety', 'evenness of kinds')[0]).toBeCloseTo(1);
    expect(view.generators).toEqual({ first: 0.2, last: 0.4, low: 0.1, high: 0.3, texts: 0.99, kinds: 0.86 });
    expect(view.exam).toMatchObject({ before: 0.4, after: 0.6 });
    expect(view.kinds.map(({ kind, judged }) => [kind, judged])).toEqual([
      ['odd', 4],
      ['even', 4],
    ]);
  });

  it('gives its questions newest first, by verdict and kind, each with its votes', () => {
    const books = new QuestionBooks(store);
    const events = [...store.eventsOf(journal.run, { types: ['questions-judged'] })];
    const all = questionList(events, books, { from: 0, limit: 3 });
    expect(all.total).toBe(8);
    expect(all.rows.map(({ id }) => id)).toEqual(['2-4', '2-3', '2-2']);
    expect(questionList(events, books, { which: 'kept', from: 0, limit: 9 }).total).toBe(2);
    expect(questionList(events, books, { kind: 'odd', which: 'filtered', from: 0, limit: 9 }).total).toBe(2);
    const one = questionTrace(events, books, '2-4');
    expect(one?.answers[0]).toMatchObject({ text: 'yes', scores: [0.9, 0.8], strong: 2 });
    expect(one?.comparisons).toHaveLength(2);
    expect(questionTrace(events, books, '9-9')).toBeUndefined();
  });
});
