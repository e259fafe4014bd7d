import { expect, it } from 'vitest';
import type { Timer } from '#foundation/contracts/ports';
import { billOf, selfplay, type SelfPlaySettings, usualSelfPlay } from '#learners/model/selfplay';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { form, judge, toyTrainer } from './toy-roles.ts';

const still: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

const small: SelfPlaySettings = {
  ...usualSelfPlay,
  iterations: 4,
  questions: 40,
  gate: { every: 2, questions: 60, passes: 2, alpha: 0.05 },
};

async function played(settings: SelfPlaySettings, isTrained: boolean) {
  const record = createMemoryRecord();
  const asked: number[] = [];
  const solver = toyTrainer(isTrained ? {} : { methods: [] });
  const summary = await selfplay(settings, {
    trainers: { generator: toyTrainer(), solver },
    judge,
    form: {
      ...form,
      read(text) {
        asked.push(1);
        return form.read(text);
      },
    },
    journal: createMemoryJournal(record),
    blobs: { getBlob: (blob) => record.blobs.get(blob) },
    timer: still,
  });
  return { summary, drawn: asked.length };
}

it.each([true, false])(
  'no run asks more than its bill says, and a run without a trainer has no trials (%s)',
  async (isTrained) => {
    for (const settings of [small, { ...small, choose: 'all' as const }]) {
      const rows = billOf(settings, { judge, form, solverLearns: isTrained ? 'outside' : 'nowhere' });
      const most = (role: string): number =>
        rows.filter((row) => row.role === role).reduce((sum, { calls }) => sum + calls, 0);
      const { summary, drawn } = await played(settings, isTrained);
      expect(summary.judgeCalls).toBeLessThanOrEqual(most('judge'));
      expect(drawn).toBeLessThanOrEqual(most('generator'));
      expect(summary.modelCalls).toBeLessThanOrEqual(most('generator') + most('solver'));
      expect(summary.judgeCalls).toBeGreaterThan(0.1 * most('judge'));
      expect(rows.some(({ part }) => part === 'trials')).toBe(isTrained);
      expect('held out' in summary.refusals).toBe(isTrained);
    }
  },
);

it('prices what has a price, and says where none is known', () => {
  const prices = { generator: { prompt: 1, completion: 1 }, judge: { prompt: 0, completion: 0 } };
  const rows = billOf(small, { judge, form, prices, solverLearns: 'nowhere' });
  expect(rows.map(({ role, dollars }) => [role, dollars === null ? null : dollars > 0])).toEqual([
    ['generator', true],
    ['solver', null],
    ['judge', false],
    ['generator', true],
    ['solver', null],
    ['judge', false],
  ]);
});
