import { describe, expect, it } from 'vitest';
import { createInProcessDispatcher } from '#dispatch';
import { type EvolveConfig, evolve, type EvolveSummary } from '#loops';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#store';

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

describe('evolve', () => {
  it('ends with the same hash when it was cut off and resumed', async () => {
    const whole = await play(createMemoryRecord());
    const record = createMemoryRecord();
    await expect(play(record, 1)).rejects.toThrow(Cut);
    const resumed = await play(record);
    expect(resumed.hash).toBe(whole.hash);
    expect(resumed.summary).toEqual(whole.summary);
  });

  it('lets the main machine play what its specialists learnt, and gives a certificate for each skill', async () => {
    const record = createMemoryRecord();
    const { summary } = await play(record);
    for (const { levelAfter, after, specialist } of summary.templates) {
      expect(levelAfter).toBeGreaterThanOrEqual(1);
      expect(after).toBe(specialist);
      expect(after).toBeGreaterThan(0.95);
    }
    const accepted = record.events.filter(({ type }) => type === 'candidate-accepted');
    expect(accepted.length).toBe(record.certificates.size);
  });

  it('learns nothing without structure', async () => {
    const { summary } = await play(createMemoryRecord(), Infinity, { without: ['structure'] });
    expect(summary.templates.map(({ levelAfter }) => levelAfter)).toEqual([0, 0]);
  });
});
