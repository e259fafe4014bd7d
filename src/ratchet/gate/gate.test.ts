import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { createGate, type GateSettings, tasksToFind } from './create-gate.ts';
import type { Gate, Trial } from './gate.ts';

/** Chances to solve one task: of the incumbent and of the candidate. */
type Chances = readonly [number, number];
type Draw = (rng: Rng) => Chances;

const taskIds = (n: number): string[] => Array.from({ length: n }, (_, i) => `t${i}`);

/** Plays one candidate: tasks are drawn from its population, rollouts are coins. */
function playTrial(gate: Gate, tasks: readonly string[], draw: Draw, rng: Rng): Trial {
  const chances = new Map(tasks.map((task) => [task, draw(rng)]));
  const trial = gate.open({ id: 'candidate' });
  for (let block = trial.next(); block.length > 0; block = trial.next()) {
    trial.report(
      block.map(({ task, repeat }) => {
        const [incumbent, candidate] = chances.get(task)!;
        return { task, repeat, incumbent: Number(rng.chance(incumbent)), candidate: Number(rng.chance(candidate)) };
      }),
    );
  }
  return trial;
}

/** Share of runs of `tries` such candidates in which any is accepted. */
function acceptingRuns(n: number, draw: Draw, runs: number, settings: Partial<GateSettings> = {}): number {
  let accepting = 0;
  for (let run = 0; run < runs; run += 1) {
    const rng = createRng(`gate/${n}/${run}`);
    const tasks = taskIds(n);
    const gate = createGate({ tasks, ...settings }, rng.fork('gate'));
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (playTrial(gate, tasks, draw, rng).verdict === 'accept') {
        accepting += 1;
        break;
      }
    }
  }
  return accepting / runs;
}

/** How often the k-th candidate of a run is accepted, after useless ones. */
// oxlint-disable-next-line max-params -- a share of exactly these
function power(n: number, draw: Draw, position: number, runs: number, settings: Partial<GateSettings> = {}): number {
  let accepted = 0;
  for (let run = 0; run < runs; run += 1) {
    const rng = createRng(`power/${n}/${position}/${run}`);
    const tasks = taskIds(n);
    const gate = createGate({ tasks, ...settings }, rng.fork('gate'));
    for (let attempt = 1; attempt < position; attempt += 1) playTrial(gate, tasks, () => [0.6, 0.6], rng);
    if (playTrial(gate, tasks, draw, rng).verdict === 'accept') accepted += 1;
  }
  return accepted / runs;
}

describe('the sequential gate', () => {
  it.each([
    { n: 6, least: 0, most: 0 },
    { n: 12, least: 0, most: 1 },
    { n: 20, least: 0.4, most: 1 },
    { n: 40, least: 0.8, most: 1 },
    { n: 120, least: 0.8, most: 1 },
  ])('accepts nothing in 95 % of plateau runs with $n tasks, at any noise', ({ n, least, most }) => {
    // Many tasks take long and are where little goes wrong; hundreds of runs of all sizes are in the long test.
    const runs = n > 40 ? 60 : 150;
    // 2.4 standard deviations of so many runs above 5 %.
    const limit = 0.05 + 2.4 * Math.sqrt((0.05 * 0.95) / runs);
    for (const p of [0.05, 0.5, 0.95]) expect(acceptingRuns(n, () => [p, p], runs)).toBeLessThanOrEqual(limit);
    // Worse by three points, and equal on average though not on each task.
    expect(acceptingRuns(n, () => [0.6, 0.57], runs)).toBeLessThanOrEqual(limit);
    expect(acceptingRuns(n, (rng) => (rng.bit() === 1 ? [0.4, 0.7] : [0.7, 0.4]), runs)).toBeLessThanOrEqual(limit);
    // The twin: the same gate finds a gain of 0.30 from 0.69 wherever the data can show it.
    const found = power(n, () => [0.69, 0.99], 1, 60);
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found).toBeLessThanOrEqual(most);
  });

  it.each([1, 10, 20])(
    'finds +0.30 from 0.69 with 40 tasks four times out of five as candidate %i of 20',
    (position) => {
      expect(power(40, () => [0.69, 0.99], position, 80, { tries: 20 })).toBeGreaterThanOrEqual(0.8);
    },
  );

  it('is undecided at once, without a rollout, where four tasks cannot decide', () => {
    const trial = createGate({ tasks: taskIds(4) }, createRng('four')).open({ id: 'a' });
    expect(trial.next()).toEqual([]);
    expect(trial.verdict).toBe('undecided');
    expect(trial.evidence()).toMatchObject({ pairs: 0, looks: 0, outcomes: [] });
  });

  it('gives up a hopeless candidate after its first block and leaves the budget of the next nearly whole', () => {
    const tasks = taskIds(40);
    const gate = createGate({ tasks }, createRng('hopeless'));
    const first = playTrial(gate, tasks, () => [0.9, 0.1], createRng('hopeless/coins'));
    expect(first.verdict).toBe('reject');
    expect(first.evidence().pairs).toBe(20);
    const good = playTrial(gate, tasks, () => [0.1, 0.9], createRng('good/coins'));
    expect(good.verdict).toBe('accept');
  });

  it('takes tasks, not repeats, as its unit: eight solved tasks stay undecided at a low level however often they are repeated', () => {
    const gate = createGate({ tasks: taskIds(8), repeats: 64, hopeless: 0, alpha: 0.004 }, createRng('repeats'));
    const trial = playTrial(gate, taskIds(8), () => [0, 1], createRng('repeats/coins'));
    expect(trial.verdict).toBe('undecided');
  });

  it('rolls the incumbent out anew in every trial, and on request once per incumbent', () => {
    const tasks = taskIds(20);
    const repeats = (settings: Partial<GateSettings>): number[] => {
      const gate = createGate({ tasks, ...settings }, createRng('fresh'));
      return [1, 2].map(() => {
        const trial = gate.open({ id: 'x' });
        const block = trial.next();
        trial.report(block.map((rollout) => ({ ...rollout, incumbent: 1, candidate: 0 })));
        return block[0]!.repeat;
      });
    };
    const [first, second] = repeats({});
    expect(second).toBeGreaterThan(first!);
    expect(repeats({ incumbent: 'shared' })).toEqual([0, 0]);
  });

  it('plans its looks within the room there is, and decides with what it gets', () => {
    const tasks = taskIds(40);
    for (const room of [1, 12, 39, 40, 79, 80, 130]) {
      const trial = createGate({ tasks }, createRng('room')).open({ id: 'x', room });
      for (let block = trial.next(); block.length > 0; block = trial.next()) {
        // Close enough to go to the last look.
        trial.report(block.map((rollout, at) => ({ ...rollout, incumbent: 0, candidate: at % 4 === 0 ? 1 : 0 })));
      }
      expect(trial.verdict, `room ${room}`).toBeDefined();
      expect(trial.evidence().pairs).toBeLessThanOrEqual(room);
    }
    const sweep = createGate({ tasks }, createRng('room')).open({ id: 'x', room: 12 });
    for (let block = sweep.next(); block.length > 0; block = sweep.next()) {
      sweep.report(block.map((rollout) => ({ ...rollout, incumbent: 0, candidate: 1 })));
    }
    expect(sweep.verdict).toBe('accept');
  });

  it('counts an outage of one side as the worst for the candidate, and leaves out pairs without any score', () => {
    const gate = createGate({ tasks: taskIds(40) }, createRng('outage'));
    const trial = gate.open({ id: 'x' });
    const sides = [
      { incumbent: 0, candidate: null },
      { incumbent: null, candidate: 1 },
      { incumbent: null, candidate: null },
      { incumbent: 0, candidate: 1 },
    ];
    trial.report(trial.next().map((rollout, at) => ({ ...rollout, ...sides[at % 4]! })));
    expect(trial.evidence().outcomes).toHaveLength(15);
    expect(trial.evidence().gain).toBeCloseTo(1 / 3, 12);
  });

  it('is not won by time-outs: an equal candidate 40 % of whose failures have no score is not accepted', () => {
    let accepted = 0;
    for (let run = 0; run < 100; run += 1) {
      const rng = createRng(`time-outs/${run}`);
      const trial = createGate({ tasks: taskIds(40) }, rng.fork('gate')).open({ id: 'x' });
      for (let block = trial.next(); block.length > 0; block = trial.next()) {
        const candidate = (): number | null => (rng.chance(0.6) ? 1 : rng.chance(0.4) ? null : 0);
        trial.report(block.map((one) => ({ ...one, incumbent: Number(rng.chance(0.6)), candidate: candidate() })));
      }
      accepted += Number(trial.verdict === 'accept');
    }
    expect(accepted).toBeLessThanOrEqual(5);
  });

  it('finds half of gains of 0.10, four fifths of 0.15 and nearly all of 0.20 with 40 of 100 tasks', () => {
    // p ~ Beta(1, 2/3): mean 0.6, spread 0.3; a task is touched with chance 1 − p. 600 plays of each are in `pawl bench train --gate`.
    const found = (gain: number): number =>
      power(
        40,
        (rng) => {
          const p = 1 - rng.float() ** 1.5;
          return [p, rng.chance(1 - p) ? p + 4 * gain * (1 - p) : p];
        },
        1,
        60,
      );
    expect(found(0.1)).toBeGreaterThan(0.4);
    expect(found(0.15)).toBeGreaterThan(0.7);
    expect(found(0.2)).toBeGreaterThan(0.88);
  });

  it('gives an early trial a small part of the level and leaves the rest to the one that counts', () => {
    const gate = createGate({ tasks: taskIds(40) }, createRng('early'));
    const early = gate.open({ id: 'x', part: 0.1 });
    early.report(early.next().map((one, at) => ({ ...one, incumbent: 0, candidate: at % 4 === 0 ? 1 : 0 })));
    expect(early.evidence().spent).toBeCloseTo(0.005, 12);
    const last = gate.open({ id: 'y' });
    last.report(last.next().map((one) => ({ ...one, incumbent: 1, candidate: 0 })));
    expect(last.evidence().spent).toBeCloseTo(0.036, 12);
  });

  it('refuses a report of other pairs or impossible scores, and goes on as if it had not come', () => {
    const trial = createGate({ tasks: taskIds(40) }, createRng('refuse')).open({ id: 'x' });
    const block = trial.next().map((rollout) => ({ ...rollout, incumbent: 0, candidate: 1 }));
    expect(() => trial.report(block.slice(1))).toThrow(/missing/u);
    expect(() => trial.report([...block, block[0]!])).toThrow(/twice/u);
    expect(() => trial.report(block.map((pair) => ({ ...pair, candidate: 2 })))).toThrow(/score/u);
    expect(trial.evidence().pairs).toBe(0);
    trial.report(block);
    expect(trial.evidence().pairs).toBe(20);
  });

  it('goes on from its snapshot as it would have gone on itself', () => {
    const tasks = taskIds(40);
    const whole = createGate({ tasks }, createRng('resume'));
    playTrial(whole, tasks, () => [0.1, 0.9], createRng('one'));
    playTrial(whole, tasks, () => [0.5, 0.6], createRng('two'));
    const half = createGate({ tasks }, createRng('resume'));
    playTrial(half, tasks, () => [0.1, 0.9], createRng('one'));
    const stored: unknown = JSON.parse(JSON.stringify(half.snapshot()));
    const resumed = createGate({ tasks }, createRng('resume'), stored);
    playTrial(resumed, tasks, () => [0.5, 0.6], createRng('two'));
    expect(resumed.snapshot()).toEqual(whole.snapshot());
    expect(() => createGate({ tasks }, createRng('resume'), { trials: 'x' })).toThrow(/snapshot/u);
  });
});

describe('the rules without statistics', () => {
  const oneTask = (settings: Partial<GateSettings>, scores: Chances): Trial => {
    const trial = createGate({ tasks: ['t'], ...settings }, createRng('one')).open({ id: 'x' });
    trial.report([{ task: 't', repeat: 0, incumbent: scores[0], candidate: scores[1] }]);
    return trial;
  };

  it('strict accepts a greater mean and rejects a tie', () => {
    expect(oneTask({ kind: 'strict' }, [0.5, 0.6]).action).toBe('new-best');
    expect(oneTask({ kind: 'strict' }, [0.5, 0.5]).action).toBe('reject');
    expect(oneTask({ kind: 'off' }, [0.5, 0]).action).toBe('forced');
  });

  it('strict calls a candidate the new best only above the best so far, and a loss within the margin passes where there is one', () => {
    const gate = createGate({ tasks: ['t'], kind: 'strict' }, createRng('best'));
    const play = (incumbent: number, candidate: number, margin?: number): string | undefined => {
      const trial = gate.open({ id: 'x', ...(margin === undefined ? {} : { margin }) });
      trial.report([{ task: 't', repeat: 0, incumbent, candidate }]);
      return trial.action;
    };
    expect(play(0.5, 0.8)).toBe('new-best');
    expect(play(0.5, 0.8)).toBe('accept');
    expect(play(0.5, 0.7)).toBe('accept');
    expect(play(0.8, 0.75)).toBe('reject');
    expect(play(0.8, 0.75, 0.1)).toBe('accept');
    expect(play(0.8, 0.75, 0.05)).toBe('reject');
    expect(play(0.5, 0.81)).toBe('new-best');
  });

  it('strict passes a no-op about 34 % of the time on 3 tasks and 43 % on 17; the sequential gate does not', () => {
    const passes = (kind: 'strict' | 'sequential', n: number): number => {
      const rng = createRng(`no-op/${n}`);
      const tasks = taskIds(n);
      const verdicts = Array.from(
        { length: 1500 },
        () => playTrial(createGate({ tasks, kind }, rng.fork('gate')), tasks, () => [0.6, 0.6], rng).verdict,
      );
      return verdicts.filter((verdict) => verdict === 'accept').length / 1500;
    };
    expect(passes('strict', 3)).toBeCloseTo(0.34, 1);
    expect(passes('strict', 17)).toBeGreaterThan(0.39);
    expect(passes('sequential', 17)).toBeLessThan(0.02);
  });
});

describe('the report before a run', () => {
  it('tells the noise floor, the power and the smallest gain that can be found', () => {
    const report = createGate({ tasks: taskIds(40) }, createRng('before')).before(0.5);
    expect(report.noiseFloor).toBeCloseTo(Math.sqrt(0.5 / 40), 12);
    expect(report.alpha).toBeCloseTo(0.04, 12);
    expect(report.falseAccepts).toBeLessThanOrEqual(0.05);
    expect(report.smallestDetectable).toBeGreaterThan(0.1);
    const { gain, accepted } = report.power.find((point) => point.gain === report.smallestDetectable)!;
    expect(report.summary).toContain(
      `gains from ${gain.toFixed(2)} are found ${Math.floor(100 * accepted)} % of the time`,
    );
    expect(report.power.map((point) => point.accepted)).toEqual(
      report.power.map((point) => point.accepted).toSorted((a, b) => a - b),
    );
    expect(createGate({ tasks: taskIds(6) }, createRng('before')).before().smallestDetectable).toBeNull();
  });

  it('tells how many tasks a gain needs of a gate of these settings', () => {
    expect(tasksToFind(0.4, { kind: 'strict' }, createRng('needs'))).toBe(8);
    expect(tasksToFind(0, { kind: 'strict' }, createRng('needs'))).toBeNull();
    expect(tasksToFind(0, { kind: 'off' }, createRng('needs'))).toBe(8);
  });
});
