import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type JobKind, runJobs } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { createInProcessDispatcher } from './in-process.ts';

type Log = string[];

/** A job that waits until it is let go, and notes when it begins. */
function gatedJob(log: Log): { kind: JobKind<string, string>; release: (name: string) => void } {
  const gates = new Map<string, () => void>();
  const kind: JobKind<string, string> = {
    kind: 'test/wait',
    inputs: z.string(),
    result: z.string(),
    run: (name, { signal }) =>
      new Promise((resolve, reject) => {
        log.push(name);
        gates.set(name, () => resolve(name.toUpperCase()));
        signal.addEventListener('abort', () => {
          log.push(`${name} aborted`);
          reject(new Error('aborted'));
        });
      }),
  };
  return { kind, release: (name) => gates.get(name)!() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

const double: JobKind<number, number> = {
  kind: 'test/double',
  inputs: z.int(),
  result: z.int(),
  run: (n) => 2 * n,
};

describe('a dispatcher in this process', () => {
  it('gives results in the order of the inputs', async () => {
    expect(await runJobs(createInProcessDispatcher({ width: 3 }), double, [5, 1, 3])).toEqual([10, 2, 6]);
  });

  it('runs at most `width` jobs at once, higher priority first, ties in the order of asking', async () => {
    const log: Log = [];
    const { kind, release } = gatedJob(log);
    const dispatcher = createInProcessDispatcher({ width: 2 });
    const all = [
      dispatcher.run(kind, 'a'),
      dispatcher.run(kind, 'b'),
      dispatcher.run(kind, 'c', { priority: 1 }),
      dispatcher.run(kind, 'd', { priority: 5 }),
      dispatcher.run(kind, 'e', { priority: 5 }),
    ];
    await settle();
    expect(log).toEqual(['a', 'b']);
    for (const name of ['b', 'd', 'e', 'c', 'a']) {
      release(name);
      await settle();
    }
    expect(log).toEqual(['a', 'b', 'd', 'e', 'c']);
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('runs the same job once when it is asked for twice at once, and again later', async () => {
    const log: Log = [];
    const { kind, release } = gatedJob(log);
    const dispatcher = createInProcessDispatcher({ width: 4 });
    const both = Promise.all([dispatcher.run(kind, 'a'), dispatcher.run(kind, 'a')]);
    await settle();
    expect(log).toEqual(['a']);
    release('a');
    expect(await both).toEqual(['A', 'A']);
    const again = dispatcher.run(kind, 'a');
    await settle();
    release('a');
    await again;
    expect(log).toEqual(['a', 'a']);
  });

  it('aborts a job when the last one who waits for it gives up, and not before', async () => {
    const log: Log = [];
    const { kind, release } = gatedJob(log);
    const dispatcher = createInProcessDispatcher();
    const [first, second] = [new AbortController(), new AbortController()];
    const a = dispatcher.run(kind, 'a', { signal: first.signal });
    const b = dispatcher.run(kind, 'a', { signal: second.signal });
    await settle();
    first.abort(new Error('enough'));
    await expect(a).rejects.toThrow('enough');
    expect(log).toEqual(['a']);
    second.abort(new Error('enough too'));
    await expect(b).rejects.toThrow('enough too');
    expect(log).toEqual(['a', 'a aborted']);
    const next = dispatcher.run(kind, 'z');
    await settle();
    release('z');
    expect(await next).toBe('Z');
  });

  it('lets a job that waits in line give up without taking a place', async () => {
    const log: Log = [];
    const { kind, release } = gatedJob(log);
    const dispatcher = createInProcessDispatcher();
    const a = dispatcher.run(kind, 'a');
    const controller = new AbortController();
    const b = dispatcher.run(kind, 'b', { signal: controller.signal });
    const c = dispatcher.run(kind, 'c');
    await settle();
    controller.abort(new Error('no more'));
    await expect(b).rejects.toThrow('no more');
    release('a');
    await settle();
    release('c');
    expect(await Promise.all([a, c])).toEqual(['A', 'C']);
    expect(log).toEqual(['a', 'c']);
  });

  it('throws the failure of the earliest input, after all have ended', async () => {
    const ended: number[] = [];
    const failing: JobKind<number, number> = {
      ...double,
      kind: 'test/fail',
      run(n) {
        ended.push(n);
        if (n % 2 === 1) throw new Fault('dispatch/bad-data', `odd ${n}`);
        return n;
      },
    };
    await expect(runJobs(createInProcessDispatcher(), failing, [2, 3, 5, 4])).rejects.toThrow('odd 3');
    expect(ended).toEqual([2, 3, 5, 4]);
  });

  it('refuses inputs and results that are not of the kind', async () => {
    const dispatcher = createInProcessDispatcher();
    await expect(dispatcher.run(double, 1.5)).rejects.toThrow('inputs of a job test/double');
    const wrong: JobKind<number, number> = { ...double, kind: 'test/wrong', run: () => 0.5 };
    await expect(dispatcher.run(wrong, 1)).rejects.toThrow('result of a job test/wrong');
  });

  it('rejects what is under way, and what comes after, when it is closed', async () => {
    const { kind } = gatedJob([]);
    const dispatcher = createInProcessDispatcher();
    const outcome = dispatcher.run(kind, 'a').catch((error: unknown) => error);
    await settle();
    await dispatcher.close();
    expect(await outcome).toMatchObject({ message: 'aborted' });
    await expect(dispatcher.run(double, 1)).rejects.toThrow('the dispatcher was closed');
  });
});
