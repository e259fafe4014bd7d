import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
import { certificateOf, type Certificate } from '#foundation/contracts/certificates';
import { Fault, hashOf } from '#foundation/kernel';
import { sampleRun, sampleSpec } from './fixtures/sample-run.ts';
import { survivor } from './fixtures/harness.ts';
import { places } from './fixtures/places.ts';
import type { RunJournal } from './journal.ts';
import { createMemoryJournal, createMemoryRecord } from './memory-journal.ts';
import { openStore } from './open-store.ts';
import { emptyRunHash, runHashOf } from './run-hash.ts';
import type { Store } from './store.ts';

/** One run of an adapter: `crash` forgets the journal without closing it and takes the run up from what was committed. */
interface Trial {
  start(): RunJournal;
  crash(): RunJournal;
  committed(): { type: string; data: Json }[];
  certificates(): string[];
}

const stores: Store[] = [];
beforeAll(() => places.start(), 60_000);
afterAll(() => places.end());
afterEach(() => {
  for (const store of stores.splice(0)) closeWreck(store);
  places.removeAll();
});

/** A store that a test crashed has a journal that lost its run, and says so when it is closed. */
function closeWreck(store: Store): void {
  try {
    store.close();
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'store/lock-lost')) throw error;
  }
}

function memoryTrial(): Trial {
  const record = createMemoryRecord();
  return {
    start: () => createMemoryJournal(record),
    crash: () => createMemoryJournal(record),
    committed: () => record.events.map(({ type, text }) => ({ type, data: JSON.parse(text) as Json })),
    certificates: () => [...record.certificates.keys()],
  };
}

function storedTrial(): Trial {
  const folder = places.create();
  let run = '';
  const open = (): Store => {
    const store = openStore(folder, { owner: survivor() });
    stores.push(store);
    return store;
  };
  return {
    start() {
      const journal = open().createRun(sampleSpec);
      run = journal.run;
      return journal;
    },
    crash: () => open().resumeRun(run),
    committed: () => [...open().eventsOf(run)].map(({ type, data }) => ({ type, data })),
    certificates: () =>
      open()
        .certificatesOf(run)
        .map(({ hash }) => hash),
  };
}

const adapters = [
  { adapter: 'memory', trial: memoryTrial },
  { adapter: places.name, trial: storedTrial },
];

describe.each(adapters)('a journal in $adapter', ({ trial }) => {
  it('runs the work of a step once per name and inputs', async () => {
    const journal = trial().start();
    const ran: string[] = [];
    const take = (name: string, inputs: Json): Promise<string> =>
      journal.step(name, inputs, () => {
        ran.push(name);
        return `${name} done`;
      });
    expect(await take('a', { x: 1, y: 2 })).toBe('a done');
    expect(await take('a', { y: 2, x: 1 })).toBe('a done');
    expect(await take('a', { x: 1 })).toBe('a done');
    expect(await take('b', { x: 1, y: 2 })).toBe('b done');
    expect(ran).toEqual(['a', 'a', 'b']);
  });

  it('shares the work of equal steps that run at once', async () => {
    const journal = trial().start();
    let ran = 0;
    const take = (): Promise<number> =>
      journal.step('slow', null, async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return (ran += 1);
      });
    expect(await Promise.all([take(), take(), take()])).toEqual([1, 1, 1]);
  });

  it('keeps an acknowledged step and the events before it through a crash', async () => {
    const run = trial();
    const first = run.start();
    first.emit('run-started', 1);
    await first.step('work', 1, () => 'result');
    first.emit('never-committed', 2);

    const second = run.crash();
    expect(run.committed()).toEqual([{ type: 'run-started', data: 1 }]);
    second.emit('run-started', 1);
    const replayed = await second.step('work', 1, (): string => {
      throw new Error('the work of a recorded step ran again');
    });
    expect(replayed).toBe('result');
  });

  it('returns the same value from the first run as from a replay', async () => {
    const run = trial();
    const take = (journal: RunJournal): Promise<Json> =>
      journal.step('shape', 1, () => ({ b: -0, a: [{ d: 1, c: 2 }] }));
    const first = await take(run.start());
    const replayed = await take(run.crash());
    expect(JSON.stringify(first)).toBe('{"a":[{"c":2,"d":1}],"b":0}');
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(first));
    expect(Object.is((first as { b: number }).b, 0)).toBe(true);
  });

  it('hands out results that the caller may change', async () => {
    const journal = trial().start();
    const take = (): Promise<number[]> => journal.step('list', 1, () => [1, 2]);
    (await take()).push(3);
    expect(await take()).toEqual([1, 2]);
  });

  it('records nothing of work that threw, and runs it again', async () => {
    const journal = trial().start();
    let calls = 0;
    const take = (): Promise<number> =>
      journal.step('flaky', 1, () => {
        calls += 1;
        if (calls === 1) throw new Error('provider is down');
        return calls;
      });
    await expect(take()).rejects.toThrow('provider is down');
    expect(await take()).toBe(2);
  });

  it('hashes the events and the summary, and nothing else', async () => {
    const [one, other] = [trial(), trial()];
    const events = async (journal: RunJournal, step: string): Promise<string> => {
      journal.emit('a-b', { x: 1, y: [null, 'é"'] });
      await journal.step(step, 1, () => step);
      journal.emit('c-d', 2);
      return journal.finish({ y: 1 });
    };
    const hash = await events(one.start(), 'one');
    expect(await events(other.start(), 'other')).toBe(hash);
    expect(runHashOf(one.committed(), { y: 1 })).toBe(hash);
    const events2 = hashOf([hashOf([hashOf([]), 'a-b', { x: 1, y: [null, 'é"'] }]), 'c-d', 2]);
    expect(hash).toBe(hashOf([events2, 'run-done', { y: 1 }]));
    expect(trial().start().finish(null)).toBe(hashOf([emptyRunHash, 'run-done', null]));
  });

  it('names the position where a replay emits something else', async () => {
    const run = trial();
    const first = run.start();
    for (const n of [0, 1, 2]) first.emit('number-seen', { n });
    first.flush();

    const other = run.crash();
    other.emit('number-seen', { n: 0 });
    const wrongData = (): void => other.emit('number-seen', { n: 7 });
    expect(wrongData).toThrow(/^event 1 of run .*\{"n":7\}, but number-seen \{"n":1\} was recorded/);
    expect(wrongData).toThrow(expect.objectContaining({ code: 'store/replay-diverged' }));
    expect(() => other.emit('number-lost', { n: 1 })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ position: 1 }) }),
    );
    expect(() => other.finish(null)).toThrow(/event 1 .* 3 events were recorded/);
    expect(run.committed()).toHaveLength(3);
  });

  it('replays a run that is done without writing, and refuses to add to it', async () => {
    const run = trial();
    const hash = await sampleRun(run.start(), 3);
    const before = [run.committed(), run.certificates()];

    expect(await sampleRun(run.crash(), 3, { working: () => expect.fail('work ran again') })).toBe(hash);
    const longer = run.crash();
    await expect(sampleRun(longer, 6)).rejects.toThrow(expect.objectContaining({ code: 'store/replay-diverged' }));
    expect([run.committed(), run.certificates()]).toEqual(before);

    const past = run.crash();
    for (const { type, data } of run.committed()) past.emit(type, data);
    expect(() => past.emit('one-more', null)).toThrow(expect.objectContaining({ code: 'store/replay-diverged' }));
    await expect(past.step('never-taken', 1, () => 1)).rejects.toThrow(/never taken/);
  });

  it('goes on with a run that failed, to the hash of an undisturbed one', async () => {
    const undisturbed = await sampleRun(trial().start(), 6);
    const run = trial();
    const failing = run.start();
    await expect(
      sampleRun(failing, 6, {
        working(i) {
          if (i === 4) throw new Error('provider is down');
        },
      }),
    ).rejects.toThrow('provider is down');
    const hashSoFar = failing.finish({ why: 'provider is down' }, 'failed');
    expect(hashSoFar).toBe(runHashOf(run.committed()));

    const failsEarlier = run.crash();
    expect(failsEarlier.finish({ why: 'again, before catching up' }, 'failed')).toBe(hashSoFar);
    expect(await sampleRun(run.crash(), 6)).toBe(undisturbed);
  });

  it('refuses an event that the work of a step emits before its first wait', async () => {
    const journal = trial().start();
    const refused = expect.objectContaining({ code: 'store/emit-in-step' });
    await expect(journal.step('now', 1, () => (journal.emit('a-b', 1), 1))).rejects.toThrow(refused);
    await expect(journal.step('async', 1, async () => (journal.emit('a-b', 1), 1))).rejects.toThrow(refused);
    journal.emit('a-b', 1);
    expect(journal.finish(null)).toBe(runHashOf([{ type: 'a-b', data: 1 }], null));
  });

  it('diverges in a replay where the work of a step emitted after a wait', async () => {
    const run = trial();
    const play = async (journal: RunJournal): Promise<void> => {
      await journal.step('later', 1, async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        journal.emit('a-b', 1);
        return 1;
      });
      journal.emit('c-d', 1);
    };
    const first = run.start();
    await play(first);
    first.flush();
    await expect(play(run.crash())).rejects.toThrow(expect.objectContaining({ code: 'store/replay-diverged' }));
  });

  it.each(['Started', 'started', 'run_started', 'run-', ''])('refuses %j as an event type', (type) => {
    const journal = trial().start();
    expect(() => journal.emit(type, 1)).toThrow(expect.objectContaining({ code: 'store/bad-event' }));
  });

  it('refuses data that is not JSON and stays usable', async () => {
    const journal = trial().start();
    expect(() => journal.emit('a-b', Number.NaN)).toThrow(expect.objectContaining({ code: 'kernel/not-canonical' }));
    await expect(journal.step('nan', 1, () => Number.NaN)).rejects.toThrow('cannot be hashed');
    expect(await journal.step('fine', 1, () => 1)).toBe(1);
  });

  it('keeps blobs under their hash, unharmed by later changes of the array', () => {
    const run = trial();
    const journal = run.start();
    const bytes = Uint8Array.of(1, 2, 3);
    const hash = journal.putBlob(bytes);
    bytes[0] = 9;
    expect(journal.putBlob(Uint8Array.of(1, 2, 3))).toBe(hash);
    const buffer = Buffer.from([4, 5, 6]);
    const other = journal.putBlob(buffer);
    buffer[0] = 9;
    expect([...(journal.getBlob(other) ?? [])]).toEqual([4, 5, 6]);
    expect([...(journal.getBlob(hash) ?? [])]).toEqual([1, 2, 3]);
    journal.flush();
    expect([...(run.crash().getBlob(hash) ?? [])]).toEqual([1, 2, 3]);
    expect(journal.getBlob('0'.repeat(64))).toBeUndefined();
  });

  it('lists certificates in the order they were issued, each once', () => {
    const run = trial();
    const issue = (journal: RunJournal): string[] => {
      const table = journal.putBlob(Uint8Array.of(6));
      return [9, 3, 9, 4].map((inputs) =>
        journal.certify(
          certificateOf({ kind: 'exhaustive', over: 'all-inputs', inputs, outputs: 1, circuit: table, rows: table }),
        ),
      );
    };
    const first = run.start();
    const [z, a, , m] = issue(first);
    first.flush();
    const second = run.crash();
    issue(second);
    second.flush();
    expect(run.certificates()).toEqual([z, a, m]);
  });

  it('refuses a certificate that names a blob nobody stored, or that is none', () => {
    const journal = trial().start();
    const hash = 'ab'.repeat(32);
    const statement = { property: 'never', circuit: hash } as const;
    const proof = certificateOf({ kind: 'proof', statement, cnf: hash, proof: hash, format: 'drat' });
    expect(() => journal.certify(proof)).toThrow(expect.objectContaining({ code: 'store/missing-blob' }));
    const wrong = { ...proof, format: 'word of honour' } as unknown as Certificate;
    expect(() => journal.certify(wrong)).toThrow(expect.objectContaining({ code: 'contracts/invalid' }));
  });

  it('refuses everything after it was finished or closed', async () => {
    const [finished, closed] = [trial().start(), trial().start()];
    finished.finish(null);
    closed.close();
    closed.close();
    for (const journal of [finished, closed]) {
      expect(() => journal.emit('a-b', 1)).toThrow(expect.objectContaining({ code: 'store/closed' }));
      expect(() => journal.putBlob(Uint8Array.of())).toThrow('closed');
      expect(() => journal.flush()).toThrow('closed');
      expect(() => journal.finish(null)).toThrow('closed');
      await expect(journal.step('x', 1, () => 1)).rejects.toThrow('closed');
    }
  });

  it('begins calls in groups, each recorded before the first of it works, so that a crash loses no more than those under way', async () => {
    const run = trial();
    const first = run.start();
    const begun: number[] = [];
    const whenFirstWorked = new Promise<RunJournal>((resolve) => {
      for (let n = 0; n < 40; n += 1) {
        const called = first.call('ask', n, () => {
          begun.push(n);
          // A crash in the middle of the turn in which all forty were asked for.
          if (begun.length === 1) queueMicrotask(() => resolve(run.crash()));
          return new Promise<number>(() => {});
        });
        // The crashed journal finds that its run was taken over.
        called.catch(() => {});
      }
    });
    const second = await whenFirstWorked;
    const lost = Array.from({ length: 40 }, (_, n) => second.lostCalls('ask', n));
    // Group by group: what lies behind the first groups was neither announced nor begun.
    const recorded = lost.reduce((sum, each) => sum + each, 0);
    expect(recorded).toBeGreaterThan(0);
    expect(recorded).toBeLessThanOrEqual(32);
    expect(begun.every((n) => lost[n] === 1)).toBe(true);
  });

  it('commits by itself when much is waiting', () => {
    const run = trial();
    const journal = run.start();
    for (let n = 0; n < 1500; n += 1) journal.emit('number-seen', n);
    expect(run.committed()).toHaveLength(1024);
    const replay = run.crash();
    for (let n = 0; n < 1500; n += 1) replay.emit('number-seen', n);
    replay.finish(null);
    expect(run.committed().map(({ data }) => data)).toEqual(Array.from({ length: 1500 }, (_, n) => n));
  });

  it('property: any program crashed anywhere and resumed has the hash of an undisturbed run', async () => {
    const action = fc.oneof(
      fc.record({ do: fc.constant('emit' as const), data: fc.jsonValue() }),
      fc.record({ do: fc.constant('step' as const), inputs: fc.nat(5) }),
      fc.record({ do: fc.constant('flush' as const) }),
    );
    type Action = { do: 'emit'; data: unknown } | { do: 'step'; inputs: number } | { do: 'flush' };
    const perform = async (journal: RunJournal, actions: readonly Action[]): Promise<void> => {
      for (const one of actions) {
        if (one.do === 'emit') journal.emit('data-made', one.data as Json);
        else if (one.do === 'flush') journal.flush();
        else journal.emit('step-taken', await journal.step('square', one.inputs, () => one.inputs ** 2));
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 12 }),
        fc.array(fc.nat(12), { maxLength: 3 }),
        async (actions, crashes) => {
          const undisturbed = trial().start();
          await perform(undisturbed, actions);
          const run = trial();
          let journal = run.start();
          for (const at of crashes) {
            await perform(journal, actions.slice(0, at));
            journal = run.crash();
          }
          await perform(journal, actions);
          expect(journal.finish(null)).toBe(undisturbed.finish(null));
        },
      ),
      { numRuns: 30 },
    );
  });
});
