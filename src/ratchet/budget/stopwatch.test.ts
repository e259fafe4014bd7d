import { expect, it } from 'vitest';
import type { Journal, Timer } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { createStopwatch } from './stopwatch.ts';
import { untilSpent } from './until-spent.ts';

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
  const first = createStopwatch(journalOf(records) as Journal, timer, { milliseconds: 100 });
  now += 30;
  expect(await first.left()).toBe(70);
  now += 30;
  expect(await first.left()).toBe(40);
  // Killed; a day passes; resumed: the day is nobody's work.
  now += 86_400_000;
  const second = createStopwatch(journalOf(records) as Journal, timer, { milliseconds: 100 });
  expect(await second.left()).toBe(70);
  expect(await second.left()).toBe(40);
  now += 50;
  await expect(second.left()).rejects.toMatchObject({ code: 'loops/budget-spent' });
});

it('reads no clock without a limit', async () => {
  const records = new Map<string, unknown>();
  const timer: Timer = { now: () => 0, sleep: async () => {}, deadline: () => new AbortController().signal };
  expect(await createStopwatch(journalOf(records) as Journal, timer, {}).left()).toBe(Infinity);
  expect(records.size).toBe(0);
});

const timerAt = (now: () => number): Timer => ({
  now,
  sleep: async () => {},
  deadline: () => new AbortController().signal,
});

it('ends a run where it ended first, whoever asked for it, and looks at the clock only where there is a limit', async () => {
  const records = new Map<string, unknown>();
  const journal = journalOf(records) as Journal;
  let isAsked = false;
  const first = createStopwatch(
    journal,
    timerAt(() => 0),
    { shouldStop: () => isAsked },
  );
  await first.goOn('step 1');
  isAsked = true;
  await expect(first.goOn('step 2')).rejects.toThrow('asked to stop before step 2');
  const again = createStopwatch(
    journal,
    timerAt(() => 0),
    {},
  );
  await again.goOn('step 1');
  await expect(again.goOn('step 2')).rejects.toMatchObject({ code: 'loops/budget-spent' });
  expect(JSON.stringify([...records.values()])).not.toContain('elapsed');
});

it('ends a run before a unit of work by the time of all its processes', async () => {
  const records = new Map<string, unknown>();
  const journal = journalOf(records) as Journal;
  let now = 0;
  const first = createStopwatch(
    journal,
    timerAt(() => now),
    { milliseconds: 100 },
  );
  now += 60;
  await first.goOn('unit 1');
  now += 86_400_000;
  const second = createStopwatch(
    journal,
    timerAt(() => now),
    { milliseconds: 100 },
  );
  await second.goOn('unit 1');
  now += 30;
  await second.goOn('unit 2');
  now += 30;
  await expect(second.goOn('unit 3')).rejects.toThrow('the limit of 100 ms is reached');
});

it('tells that the budget is spent, and lets any other fault through', async () => {
  const told: unknown[] = [];
  const journal = { emit: (type: string, data: unknown) => void told.push([type, data]) };
  expect(await untilSpent(journal, { unit: 1 }, async () => {})).toBeNull();
  expect(told).toEqual([]);
  const spent = (): Promise<never> => Promise.reject(new Fault('loops/budget-spent', 'no more calls'));
  expect(await untilSpent(journal, { unit: 1 }, spent)).toBe('no more calls');
  expect(told).toEqual([['budget-spent', { unit: 1, why: 'no more calls' }]]);
  const other = (): Promise<never> => Promise.reject(new Fault('loops/no-tasks', 'none'));
  await expect(untilSpent(journal, {}, other)).rejects.toThrow('none');
});
