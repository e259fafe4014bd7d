import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelClient, Timer } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { outageFault } from './outage.ts';
import { createPace, paceModel } from './pace.ts';
import { createTimeOut } from './time-out.ts';

const request = { stage: 'target', seed: 0, messages: [] };

/** A clock that goes on only while somebody sleeps. */
function sleeper(): Timer & { readonly slept: number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
    deadline: () => new AbortController().signal,
  };
}

/** A provider that takes so many calls at once and turns away the rest. */
function crowded(room: () => number): { readonly client: ModelClient; readonly most: () => number } {
  let underWay = 0;
  let most = 0;
  return {
    most: () => most,
    client: {
      id: 'crowded',
      isSimulated: true,
      async complete() {
        if (underWay >= room()) throw outageFault('rate-limit', '429');
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((go) => setImmediate(go));
        underWay -= 1;
        return { text: '', finish: 'stop' };
      },
    },
  };
}

describe('the pace of calls to a model', () => {
  it('falls until the provider takes every call, and rises again when there is more room', async () => {
    let room = 4;
    const { client } = crowded(() => room);
    const pace = createPace(32, sleeper());
    const paced = paceModel(client, pace);
    const ask = async (calls: number): Promise<number> => {
      const ended = await Promise.allSettled(Array.from({ length: calls }, () => paced.complete(request)));
      return ended.filter(({ status }) => status === 'rejected').length;
    };
    expect(await ask(64)).toBeGreaterThan(20);
    for (let i = 0; i < 8; i += 1) await ask(32);
    expect(pace.limit()).toBeLessThanOrEqual(5);
    // Near the edge a call is turned away now and then: that is how the edge is found.
    expect(await ask(64)).toBeLessThan(12);
    room = 32;
    for (let i = 0; i < 12; i += 1) expect(await ask(64)).toBe(0);
    expect(pace.limit()).toBeGreaterThan(20);
  });

  it('sends nobody before the time that the provider asked for', async () => {
    const timer = sleeper();
    const pace = createPace(2, timer);
    const leave = await pace.enter();
    leave(outageFault('rate-limit', '429', 7000));
    (await pace.enter())();
    expect(timer.slept).toEqual([7000]);
  });

  it('is not slowed by refusals and outages that are no matter of too many calls', async () => {
    const pace = createPace(8, sleeper());
    (await pace.enter())(new Fault('models/refused-request', '400'));
    (await pace.enter())(outageFault('connection', '500'));
    expect(pace.limit()).toBe(8);
  });
});

describe('createTimeOut', () => {
  it('waits five minutes at first, then ten times the slowest answer, at least a minute', () => {
    const timeOut = createTimeOut();
    expect(timeOut.milliseconds()).toBe(300_000);
    for (let i = 0; i < 8; i += 1) timeOut.took(900);
    expect(timeOut.milliseconds()).toBe(60_000);
    timeOut.took(9000);
    expect(timeOut.milliseconds()).toBe(90_000);
    timeOut.took(200_000);
    expect(timeOut.milliseconds()).toBe(300_000);
  });

  it('property: is a whole number that a timer takes, whatever the answers took', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 20_000, noNaN: true }), { minLength: 8 }), (took) => {
        const timeOut = createTimeOut();
        for (const milliseconds of took) timeOut.took(milliseconds);
        expect(() => AbortSignal.timeout(timeOut.milliseconds())).not.toThrow();
        expect(timeOut.milliseconds()).toBeGreaterThanOrEqual(60_000);
      }),
      { numRuns: 50 },
    );
  });
});
