import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#kernel';
import { createGate } from './create-gate.ts';

type Draw = (rng: Rng) => readonly [number, number];

const RUNS = 300;
const TRIES = 15;
/** 3 standard deviations of so many runs above 5 %. */
const LIMIT = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / RUNS);

/** Populations in which the candidate has no gain: the same, worse, mixed, skewed either way, easy and hard tasks. */
const withoutGain: Readonly<Record<string, Draw>> = {
  'the same everywhere': () => [0.5, 0.5],
  'the same, tasks differ': (rng) => {
    const p = rng.float();
    return [p, p];
  },
  'two points worse': () => [0.7, 0.68],
  'better on half, worse on half': (rng) => (rng.bit() === 1 ? [0.2, 0.8] : [0.8, 0.2]),
  'great rare gains, small frequent losses': (rng) => (rng.chance(0.12) ? [0.02, 0.98] : [0.9, 0.769]),
  'small frequent gains, great rare losses': (rng) => (rng.chance(0.12) ? [0.98, 0.02] : [0.8, 0.931]),
  'the best is chosen from the same tasks': () => [0.9, 0.9],
};

function acceptingRuns(n: number, draw: Draw, name: string, step: number): number {
  let accepting = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const rng = createRng(`long/${name}/${n}/${step}/${run}`);
    const tasks = Array.from({ length: n }, (_, i) => `t${i}`);
    const gate = createGate({ tasks }, rng.fork('gate'));
    // Scores in `step` parts: 1 is pass or fail.
    const score = (p: number): number => {
      let sum = 0;
      for (let part = 0; part < step; part += 1) sum += Number(rng.chance(p)) / step;
      return Math.min(1, sum);
    };
    let hasAccepted = false;
    for (let attempt = 0; attempt < TRIES && !hasAccepted; attempt += 1) {
      const chances = new Map(tasks.map((task) => [task, draw(rng)]));
      const trial = gate.open({ id: 'x' });
      for (let block = trial.next(); block.length > 0; block = trial.next()) {
        trial.report(
          block.map((rollout) => {
            const [incumbent, candidate] = chances.get(rollout.task)!;
            return { ...rollout, incumbent: score(incumbent), candidate: score(candidate) };
          }),
        );
      }
      hasAccepted = trial.verdict === 'accept';
    }
    if (hasAccepted) accepting += 1;
  }
  return accepting / RUNS;
}

describe('candidates without gain', () => {
  it.each(Object.keys(withoutGain))('are accepted in at most 5 % of runs: %s', { timeout: 600_000 }, (name) => {
    for (const n of [6, 9, 14, 20, 30, 40, 70, 120, 200]) {
      for (const step of [1, 3]) {
        expect(acceptingRuns(n, withoutGain[name]!, name, step), `${n} tasks, ${step} parts`).toBeLessThanOrEqual(
          LIMIT,
        );
      }
    }
  });
});
