import { createGate } from '#ratchet/gate';
import { createRng, type Rng } from '#foundation/kernel';
import { wilsonInterval } from '#foundation/statistics';
import { cpuMicros } from '../cpu-time.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';

/** A share of 100 tasks, as tasks that do not say their split are dealt out. */
const VALIDATION = 40;
const PLAYS = 600;
/** Candidates of one run, on the same tasks; all but the last come early, with a tenth of what is left of the error budget. */
const MANY = 8;
const EARLY = 0.1;

/** What a candidate solves of a task that the incumbent solves with chance `p`. */
type Change = (p: number, rng: Rng) => number;

interface Cell {
  readonly name: string;
  /** The candidate that counts is the last of so many. */
  readonly trials: number;
  readonly last: Change;
  readonly goal: { readonly isGain: boolean; readonly share: number } | null;
}

/** Tasks with their own success rates: Beta(1, 2/3), mean 0.6, spread 0.3. */
const own = (rng: Rng): number => 1 - rng.float() ** 1.5;

const copy: Change = (p) => p;

/** A task is touched with chance 1 − p, and then repaired by a part of what it lacks: E (1 − p)² = 1/4. */
const gaining =
  (gain: number): Change =>
  (p, rng) =>
    rng.chance(1 - p) ? p + 4 * gain * (1 - p) : p;

/** Without gain over the task distribution, E p = 0.6: some tasks lose, the others win as much in the mean. */
const losing =
  (part: number, kept: number): Change =>
  (p, rng) =>
    rng.chance(part) ? p * kept : p + (((part * (1 - kept) * 0.6) / (1 - part)) * (1 - p)) / 0.4;

const cells: readonly Cell[] = [
  ...(
    [
      [0.1, 0.5],
      [0.15, 0.8],
      [0.2, 0.95],
    ] as const
  ).flatMap(([gain, share]): Cell[] => [
    { name: `+${gain.toFixed(2)}`, trials: 1, last: gaining(gain), goal: { isGain: true, share } },
    { name: `+${gain.toFixed(2)}, after seven copies`, trials: MANY, last: gaining(gain), goal: null },
  ]),
  ...(
    [
      ['null: copies', copy],
      ['null: a quarter loses two thirds', losing(0.25, 1 / 3)],
      ['null: one in twelve loses all', losing(0.08, 0)],
      ['null: one in seven loses all', losing(0.15, 0)],
    ] as const
  ).map(([name, last]): Cell => ({ name, trials: MANY, last, goal: { isGain: false, share: 0.05 } })),
];

/** Whether a run accepts a candidate; of a run that is to find a gain, the one that has it. */
function accepts({ trials, last, goal }: Cell, rng: Rng): boolean {
  const tasks = Array.from({ length: VALIDATION }, (_, i) => `t${i}`);
  const incumbent = new Map(tasks.map((task) => [task, own(rng)]));
  const gate = createGate({ tasks }, rng.fork('gate'));
  const isNull = goal?.isGain === false;
  for (let k = 1; k <= trials; k += 1) {
    const change = k === trials || isNull ? last : copy;
    const candidate = new Map(tasks.map((task) => [task, change(incumbent.get(task)!, rng)]));
    const trial = gate.open({ id: `candidate ${k}`, ...(k < trials ? { part: EARLY } : {}) });
    for (let block = trial.next(); block.length > 0; block = trial.next()) {
      trial.report(
        block.map((one) => ({
          ...one,
          incumbent: Number(rng.chance(incumbent.get(one.task)!)),
          candidate: Number(rng.chance(candidate.get(one.task)!)),
        })),
      );
    }
    if (trial.verdict === 'accept') return isNull || k === trials;
  }
  return false;
}

const notes = [
  'SIMULATION: rollouts are drawn, the gate is the shipped one with its defaults. 100 tasks give 40 for validation; tasks have their own success rates, mean 0.6 and standard deviation 0.3.',
  'A gain touches a task with the chance that it fails, and repairs the same part of what it lacks. The candidate is the first of its run, as in a run that tries its draft once; in the rows "after seven copies" seven early trials on the same tasks, each with a tenth of what is left of the error budget, came before.',
  'Of a null the share is of runs that accept at least one of eight candidates on the same tasks.',
];

/** `pawl bench train --gate`: how often the gate of a run of 100 tasks finds a gain, and takes one for granted that is none. */
export function benchGate({ quick, seed, ...port }: SuiteOptions): SuiteResult {
  const start = cpuMicros();
  const plays = quick ? PLAYS / 20 : PLAYS;
  const targets: Target[] = [];
  const rows = cells.map((cell) => {
    port.note(cell.name);
    let accepted = 0;
    for (let play = 0; play < plays; play += 1) {
      accepted += Number(accepts(cell, createRng(`bench/gate/${seed}/${cell.name}/${play}`)));
    }
    const share = accepted / plays;
    const { low, high } = wilsonInterval(accepted, plays, 0.95);
    const { name, goal } = cell;
    if (goal !== null) {
      const judge = goal.isGain ? atLeast : atMost;
      targets.push(judge(`share of runs that accept, ${name}`, share, goal.share));
    }
    return [name, plays, share, low, high];
  });
  return {
    suite: 'train-gate',
    quick,
    seed,
    configuration: { tasks: 100, validation: VALIDATION, plays, candidates: MANY, early: EARLY, isSimulated: true },
    tables: [
      {
        title: 'What the gate of a run of 100 tasks accepts',
        columns: ['candidate', 'plays', 'share of runs that accept', 'at least (95 %)', 'at most (95 %)'],
        rows,
      },
    ],
    plots: [],
    targets,
    notes,
    cpuSeconds: (cpuMicros() - start) / 1e6,
  };
}
