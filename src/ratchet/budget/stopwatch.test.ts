import { expect, it } from 'vitest';
import type { Journal, Timer } from '#foundation/contracts/ports';
import { createStopwatch } from './stopwatch.ts';

/** A journal that remembers steps by their inputs. */
function journalOf(records: Map<string, unknown>): Pick<Journal, 'step'> {
  return {
    async step(name, inputs, work) {
      const key = JSON.stringify([name, inputs]);
      if (!records.has(key)) records.set(key, await work());
      return records.get(key) as never;
    },
  };
}

it('counts time at work over several processes, and a replay reads what was read first', async () => {
  const records = new Map<string, unknown>();
  let now = 1000;
  const timer: Timer = { now: () => now, sleep: async () => {}, deadline: () => new AbortController().signal };
  const first = createStopwatch(journalOf(records) as Journal, timer, 100);
  now += 30;
  expect(await first.left()).toBe(70);
  now += 30;
  expect(await first.left()).toBe(40);
  // Killed; a day passes; resumed: the day is nobody's work.
  now += 86_400_000;
  const second = createStopwatch(journalOf(records) as Journal, timer, 100);
  expect(await second.left()).toBe(70);
  expect(await second.left()).toBe(40);
  now += 50;
  await expect(second.left()).rejects.toMatchObject({ code: 'loops/budget-spent' });
});

it('reads no clock without a limit', async () => {
  const records = new Map<string, unknown>();
  const timer: Timer = { now: () => 0, sleep: async () => {}, deadline: () => new AbortController().signal };
  expect(await createStopwatch(journalOf(records) as Journal, timer, undefined).left()).toBe(Infinity);
  expect(records.size).toBe(0);
});
