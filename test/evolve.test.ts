import { describe, expect, it } from 'vitest';
import { createInProcessDispatcher } from '#world/dispatch';
import { type EvolveConfig, evolve, type EvolveSummary } from '#learners/machine/evolve';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#world/store';

const config: EvolveConfig = {
  profile: 'tiny',
  templates: ['PARITY', 'KV_RETRIEVAL'],
  schedule: 'repaired',
  without: [],
  alpha: 0.05,
  planted: 0,
};

class Cut extends Error {}

/** A whole run; `stopAfter` cuts it off after so many units of work, as a crash would. */
async function play(record: MemoryRecord, stopAfter = Infinity, asked: Partial<EvolveConfig> = {}) {
  const journal = createMemoryJournal(record);
  let units = 0;
  const summary: EvolveSummary = await evolve({
    seed: 5,
    config: { ...config, ...asked },
    journal,
    dispatcher: createInProcessDispatcher(),
    progress: () => {
      units += 1;
      if (units > stopAfter) throw new Cut();
    },
    shouldStop: () => false,
    orders: () => [],
  });
  return { summary, hash: journal.finish(summary) };
}

/** One undisturbed run, for all that only look at one. */
const record = createMemoryRecord();
const whole = play(record, Infinity, { planted: 12 });

describe('evolve', () => {
  it('ends with the same hash when it was cut off and resumed', async () => {
    const cut = createMemoryRecord();
    await expect(play(cut, 1, { planted: 12 })).rejects.toThrow(Cut);
    await expect(play(cut, 9, { planted: 12 })).rejects.toThrow(Cut);
    const resumed = await play(cut, Infinity, { planted: 12 });
    expect(resumed.hash).toBe((await whole).hash);
    expect(resumed.summary).toEqual((await whole).summary);
  });

  it('lets the main machine play what its specialists learnt, and gives a certificate for each skill', async () => {
    const { summary } = await whole;
    for (const { levelAfter, after, specialist } of summary.templates) {
      expect(levelAfter).toBeGreaterThanOrEqual(1);
      expect(after).toBe(specialist);
      expect(after).toBeGreaterThan(0.95);
    }
    for (const { levelAfter, level, specialist, levels, trials } of summary.templates) {
      expect(level).toBe(levelAfter);
      expect(levels.find((each) => each.level === level)?.score).toBe(specialist);
      const stayed = trials.filter(({ verdict }) => verdict === 'accept');
      expect(stayed.length).toBe(levels.length);
      for (const { wins, losses, tasks, pValue, alpha } of stayed) {
        expect(wins + losses).toBeLessThanOrEqual(tasks);
        expect(pValue).toBeLessThanOrEqual(alpha);
      }
    }
    const accepted = record.events.filter(({ type }) => type === 'candidate-accepted');
    const { statistical, proofs } = summary.certificates;
    expect(accepted.length).toBe(statistical);
    expect(record.certificates.size).toBe(statistical + proofs);
    expect(summary.patches.proved).toBeGreaterThan(0);
  });

  it('serves compositions that no specialist saw by routing their slots', async () => {
    const { summary } = await whole;
    for (const { score, bestSingle } of summary.compositions) {
      expect(score).toBeGreaterThan(0.95);
      expect(bestSingle.score).toBeLessThan(0.65);
    }
    expect(summary.compositions.length).toBeGreaterThan(1);
  });

  it('lets actors lag behind the learner, and masks what is stale and bad', async () => {
    // Two skills of one size: routing has something to learn.
    const { offPolicy } = (await play(createMemoryRecord(), Infinity, { templates: ['PARITY', 'DYCK1'] })).summary;
    expect(offPolicy.masked).toBeGreaterThan(0);
    expect(offPolicy.used).toBeGreaterThan(offPolicy.masked);
  });

  it('refuses planted patches with a counterexample', async () => {
    const { summary } = await whole;
    expect(summary.patches.refused).toBeGreaterThan(0);
    for (const { after, specialist } of summary.templates) expect(after).toBe(specialist);
  });

  it('learns nothing without structure', async () => {
    const { summary } = await play(createMemoryRecord(), Infinity, {
      templates: ['PARITY'],
      without: ['structure'],
    });
    expect(summary.templates.map(({ levelAfter }) => levelAfter)).toEqual([0]);
  });
});
