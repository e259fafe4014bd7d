import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownerAt } from './fixtures/harness.ts';
import { places } from './fixtures/places.ts';
import { sampleSpec } from './fixtures/sample-run.ts';
import { openStore } from './open-store.ts';
import { type Owner, thisProcess } from './owner.ts';
import { heartbeatMs, leaseMs } from './run-lock.ts';
import type { Store } from './store.ts';

const stores: Store[] = [];
beforeAll(() => places.start(), 60_000);
afterAll(() => places.end());
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  places.removeAll();
});

const alive = (): boolean => true;
const dead = (): boolean => false;

function open(folder: string, owner: Owner, now = 0): Store {
  const store = openStore(folder, { owner, clock: { now: () => now } });
  stores.push(store);
  return store;
}

const locked = expect.objectContaining({ code: 'store/run-locked' });

describe('the lock of a run', () => {
  it('keeps a second writer out while the first lives, however long it stands still', () => {
    const folder = places.create();
    const { run } = open(folder, ownerAt('here', 1, alive)).createRun(sampleSpec);
    const second = open(folder, ownerAt('here', 2, alive), 100 * leaseMs);
    expect(() => second.resumeRun(run)).toThrow(locked);
    expect(() => second.resumeRun(run)).toThrow(/process 1 on here/);
  });

  it('keeps a second journal of the same process out, and frees the run on close and on finish', () => {
    const store = openStore(places.create());
    stores.push(store);
    const journal = store.createRun(sampleSpec);
    expect(() => store.resumeRun(journal.run)).toThrow(locked);
    journal.close();
    const again = store.resumeRun(journal.run);
    expect(() => store.resumeRun(journal.run)).toThrow(locked);
    again.finish(null);
    store.resumeRun(journal.run).close();
  });

  it('is taken over at once from a dead process of the same place', () => {
    const folder = places.create();
    const { run } = open(folder, ownerAt('here', 1, alive)).createRun(sampleSpec);
    expect(open(folder, ownerAt('here', 2, dead)).resumeRun(run).run).toBe(run);
  });

  it('is taken over from another place when the lease ran out, by whichever clock', () => {
    const folder = places.create();
    const { run } = open(folder, ownerAt('elsewhere', 1, alive), 5_000).createRun(sampleSpec);
    const takeAt = (now: number): string => open(folder, ownerAt('here', 2, dead), now).resumeRun(run).run;
    expect(() => takeAt(5_000 + leaseMs - 1)).toThrow(locked);
    expect(() => takeAt(5_000 - leaseMs + 1)).toThrow(locked);
    expect(takeAt(5_000 + leaseMs)).toBe(run);
  });

  it('stops a writer that lost it before it writes anything more', async () => {
    const folder = places.create();
    const late = open(folder, ownerAt('elsewhere', 1, alive)).createRun(sampleSpec);
    late.emit('number-seen', 1);
    const next = open(folder, ownerAt('here', 2, dead), leaseMs).resumeRun(late.run);
    next.emit('number-seen', 2);
    next.flush();
    const lost = expect.objectContaining({ code: 'store/lock-lost' });
    expect(() => late.flush()).toThrow(lost);
    await expect(late.step('more', 1, () => 1)).rejects.toThrow(lost);
    late.close();
    next.emit('number-seen', 3);
    expect(next.finish(null)).toMatch(/^[0-9a-f]{64}$/);
    const events = [...open(folder, ownerAt('here', 3, dead)).eventsOf(late.run)];
    expect(events.map(({ data }) => data)).toEqual([2, 3]);
  });

  it('is renewed while its holder does nothing else', () => {
    vi.useFakeTimers();
    try {
      const folder = places.create();
      let now = 0;
      const idle = openStore(folder, { owner: ownerAt('elsewhere', 1, alive), clock: { now: () => now } });
      stores.push(idle);
      const { run } = idle.createRun(sampleSpec);
      for (; now < 2 * leaseMs; now += heartbeatMs) vi.advanceTimersByTime(heartbeatMs);
      expect(() => open(folder, ownerAt('here', 2, dead), now).resumeRun(run)).toThrow(locked);
      idle.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('belongs to one run: other runs of the workspace have other writers', () => {
    const folder = places.create();
    const one = open(folder, ownerAt('here', 1, alive)).createRun(sampleSpec);
    const other = open(folder, ownerAt('here', 2, alive)).createRun(sampleSpec);
    one.emit('a-b', 1);
    other.emit('a-b', 2);
    expect(one.finish(null)).not.toBe(other.finish(null));
  });
});

describe('thisProcess', () => {
  const me = thisProcess();

  it('finds itself and a running child alive, an ended child dead', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    await once(child, 'spawn');
    expect(me.isAlive(me.pid, me.born)).toBe(true);
    expect(me.isAlive(child.pid ?? 0, '')).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(me.isAlive(child.pid ?? 0, '')).toBe(false);
    expect(me.isAlive(spawnSync(process.execPath, ['-e', '']).pid, '')).toBe(false);
  });

  it.runIf(process.platform === 'linux')('does not take a reused pid for the process that had it before', () => {
    expect(me.born).toMatch(/^\d+$/);
    expect(me.isAlive(me.pid, String(Number(me.born) - 1))).toBe(false);
  });

  it('names its place the same way each time, and gives new tokens', () => {
    expect(thisProcess().place).toBe(me.place);
    expect(me.newToken()).not.toBe(me.newToken());
  });
});
