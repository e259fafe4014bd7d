import { afterAll, describe, expect, it } from 'vitest';
import { type Dispatcher, runJobs } from '#foundation/contracts/ports';
import { hashOf } from '#foundation/kernel';
import { drawKind, failKind, spinKind, strangeKind } from './fixtures/sample-kinds.ts';
import { createInProcessDispatcher } from './in-process.ts';
import { createThreadDispatcher } from './thread-dispatcher.ts';

const module = new URL('./fixtures/sample-kinds.ts', import.meta.url);
const pools: Dispatcher[] = [];
function threads(count: number): Dispatcher {
  const pool = createThreadDispatcher({ threads: count, module });
  pools.push(pool);
  return pool;
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

describe('worker threads', () => {
  const two = threads(2);

  it('give what one process gives, in the same order, with one and with two threads', async () => {
    const inputs = Array.from({ length: 12 }, (_, i) => ({ path: `threads/${i}`, count: 1000 * (12 - i) }));
    const [here, one, both] = await Promise.all(
      [createInProcessDispatcher(), threads(1), two].map((place) => runJobs(place, drawKind, inputs)),
    );
    expect(one).toEqual(here);
    expect(both).toEqual(here);
    expect(hashOf(both)).toBe(hashOf(here));
  });

  it('throw here what was thrown there: a fault with code, hint and details, anything else as an error', async () => {
    await expect(two.run(failKind, { how: 'fault' })).rejects.toThrow(
      expect.objectContaining({ code: 'kernel/bad-range', message: 'out of range', details: { low: 1 } }),
    );
    await expect(two.run(failKind, { how: 'error' })).rejects.toThrow('TypeError: a bug');
  });

  it('run only the kinds that they were started with', async () => {
    await expect(two.run(strangeKind, null)).rejects.toThrow(
      expect.objectContaining({ code: 'dispatch/unknown-kind' }),
    );
  });

  it('are ended with a job that would never end, and the next job runs', async () => {
    const controller = new AbortController();
    const endless = two.run(spinKind, null, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 200);
    await expect(endless).rejects.toThrow('enough');
    expect((await two.run(drawKind, { path: 'after', count: 1 })).bytes).toHaveLength(1);
  });
});
