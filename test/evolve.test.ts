import { describe, expect, it } from 'vitest';
import { parseReference } from '#tasks/settings';
import { createMemoryRecord } from '#world/store';
import { Cut, play } from './play-evolve.ts';

/** What events of mixed training tell. */
type Facts = Partial<Record<'lesson' | 'mode' | 'domain' | 'what' | 'fragment', string>>;

/** One undisturbed run, for all that only look at one. */
const record = createMemoryRecord();
const whole = play(record, Infinity, { planted: 12 });

describe('a run of evolve', () => {
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

  it('lets actors lag behind the learner, and masks what is stale and bad where the schedule is the specification’s', async () => {
    // Two skills of one size: routing has something to learn.
    const { offPolicy } = (
      await play(createMemoryRecord(), Infinity, { templates: ['PARITY', 'DYCK1'], schedule: 'seed' })
    ).summary;
    expect(offPolicy.masked).toBeGreaterThan(0);
    expect(offPolicy.used).toBeGreaterThan(offPolicy.masked);
    expect((await whole).summary.offPolicy.masked).toBe(0);
  });

  it('leaves no patch waiting: what is not verified leaves the queue with a reason', async () => {
    const { proposed, proved, refused, unknown, stale, left } = (await whole).summary.patches;
    expect(proved + refused + unknown + stale + left).toBe(proposed);
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

  it('goes on learning inside the main machine', async () => {
    const { summary } = await play(createMemoryRecord(), Infinity, { templates: ['ARITH_EXPR'] });
    expect(summary.distilled.map(({ level }) => level)).toEqual([1]);
    expect(summary.templates[0]!.levelAfter).toBeGreaterThan(1);
  });

  it('does in each step of mixed training what was drawn: a mode, in a domain', async () => {
    const told = createMemoryRecord();
    await play(told, Infinity, { templates: ['PARITY', 'ARITH_EXPR'], levels: { from: 1, to: 1 }, planted: 12 });
    const domainOf = (what: string): string => parseReference(what).template.domain;
    const found = told.events.map(({ type, text }) => ({ type, facts: JSON.parse(text) as Facts }));
    const steps: (readonly [string, Facts, Facts])[] = [];
    let drawn: Facts = {};
    for (const { type, facts } of found) {
      // After the last step all that waits is verified, whatever its domain.
      if (type === 'schedule-set') drawn = facts.lesson === 'mixed/16' ? {} : facts;
      if (drawn.mode !== undefined) steps.push([type, drawn, facts]);
    }
    const done = steps.flatMap(([type, { mode, domain }, facts]) => {
      if (type === 'main-acted') return [{ drawn: [mode, domain], did: [facts.mode, domainOf(facts.what!)] }];
      if (type === 'adversary-searched') return [{ drawn: [mode, domain], did: ['synth', facts.domain] }];
      if (!/^patch-(?:accepted|rejected)$/u.test(type)) return [];
      return [{ drawn: [mode, domain], did: ['verify', domainOf(facts.fragment!)] }];
    });
    expect(done.map(({ did }) => did)).toEqual(done.map((each) => each.drawn));
    const modes = new Set(done.map(({ did: [mode] }) => mode));
    expect(modes).toEqual(new Set(['act', 'synth', 'verify']));
  });
});
