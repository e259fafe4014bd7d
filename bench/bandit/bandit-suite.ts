import { mean } from '#foundation/statistics';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { machineConfiguration } from '../machine-configuration.ts';
import type { Suite, SuiteResult, Table } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import {
  alphas,
  learnerSettings,
  machineContender,
  pawl,
  toldContender,
  peerContenders,
  peerSettings,
  ruleContenders,
  valueContender,
} from './bandit-contenders.ts';
import { checkOnMachine, type MachineCheck } from './bandit-on-machine.ts';
import { halfWidth } from './half-width.ts';
import { routingTable } from './routing-table.ts';
import { banditSize } from './bandit-world.ts';
import {
  type BanditCell,
  type BanditPlan,
  bestOf,
  compareCells,
  logLogSlope,
  meanCurve,
  meanRegret,
  nameOf,
  regretPlot,
} from './compare-learners.ts';
import { createArmMachine } from './arm-machine.ts';

const GOAL = 0.6;

/** The cells of a run, with the number of worlds of each. */
function plan(quick: boolean): BanditPlan[] {
  const corners = [banditSize(8, 4, 1e5), banditSize(16, 8, 1e5)];
  const scales = [0.25, 0.5, 2].map((scale) => ({ size: corners[0]!, seeds: 10, kind: { scale } }));
  if (quick) return corners.map((corner) => ({ size: corner, seeds: corner.arms === 4 ? 6 : 2 }));
  const short = [...corners, banditSize(8, 8, 1e5), banditSize(16, 4, 1e5)].map((corner) => ({
    size: corner,
    seeds: 10,
  }));
  return [
    ...short,
    ...scales,
    ...[banditSize(8, 4, 1e6), banditSize(16, 8, 1e6)].map((corner) => ({ size: corner, seeds: 3 })),
  ];
}

/** `pawl bench bandit`. @source spec/benchmark-suite §5.1 */
export const banditSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, ...port }): Promise<SuiteResult> {
    const elapsed = cpuSecondsSince();
    const hardware = hardwareRecord();
    const tried = quick ? alphas.quick : alphas.full;
    const contenders = [valueContender, toldContender, machineContender, ...ruleContenders, ...peerContenders(tried)];
    const cells = compareCells(plan(quick), contenders, {
      seedPath: `bench/bandit/${seed}`,
      one: pawl,
      rival: (cell) => bestOf(cell, 'LinUCB'),
      note: (line) => port.note(line),
    });
    const check = checkOnMachine(banditSize(8, 4, quick ? 20_000 : 100_000), `bench/bandit/${seed}/machine`);
    return {
      suite: 'bandit',
      quick,
      seed,
      configuration: {
        hardware: hardware.record,
        machine: machineConfiguration(createArmMachine(8, 4)),
        learner: learnerSettings,
        peers: { linUcbAlphas: [...tried], ...peerSettings },
        structuralChanges: 'none: a stationary world triggers no replacement',
        worlds:
          'x uniform on {0,1}^d, w ~ N(0, 1) or of the scale named, Bernoulli rewards; same contexts and luck for every learner',
        cells: plan(quick).map(({ size, seeds, kind }) => ({ ...size, seeds, ...kind })),
      },
      tables: [
        ...cells.flatMap((cell) => [regretTable(cell, hardware.estimatedGHz), routingTable(cell)]),
        machineTable(check, hardware.estimatedGHz),
      ],
      plots: cells.map((cell) => regretPlot(cell, 'log')),
      targets: [
        ...cells.map(regretTarget),
        atLeast('the machine chooses as its value experts do', check.isSame ? 1 : 0, 1),
      ],
      notes: [
        quick
          ? 'quick: 6 and 2 worlds, T = 10^5 only, three alphas; the full run has 10 worlds per size and T = 10^6'
          : 'at T = 10^6 there are 3 worlds per size',
        'the prior of the values is estimated from what is learnt, beginning at variance 1; the rules of choice are not told the scale',
        'where `pawl, told the scale` does no better, no better estimate of the prior would help',
        'LinUCB and ε-greedy have an intercept; LinUCB is linear, so misspecified for logistic rewards; ours is well specified',
      ],
      cpuSeconds: elapsed(),
    };
  },
};

/** Regret of every contender in one cell. */
export function regretTable(cell: BanditCell, ghz: number): Table {
  const { rounds } = cell.size;
  return {
    title: `Regret, ${nameOf(cell)}, ${cell.seeds} worlds`,
    columns: [
      'learner',
      'R_T',
      '± 95 %',
      'worst world',
      'R_T / T',
      'log-log slope',
      'cycles per round',
      'ratio to pawl',
    ],
    rows: [...cell.runs].map(([name, runs]) => {
      const regret = meanRegret(cell, name);
      return [
        name,
        regret,
        halfWidth(runs.map((run) => run.regret)),
        Math.max(...runs.map((run) => run.regret)),
        regret / rounds,
        logLogSlope(meanCurve(cell, name)),
        (mean(runs.map(({ cpuSeconds }) => cpuSeconds)) * ghz * 1e9) / rounds,
        regret / meanRegret(cell, pawl),
      ];
    }),
  };
}

function regretTarget(cell: BanditCell): Target {
  const peer = bestOf(cell, 'LinUCB');
  return atMost(
    `${nameOf(cell)}: regret over that of LinUCB at its best alpha`,
    meanRegret(cell, pawl) / meanRegret(cell, peer),
    GOAL,
  );
}

function machineTable({ rounds, isSame, learnerNs, machineNs, updateNs }: MachineCheck, ghz: number): Table {
  return {
    title: `Through the machine, ${rounds} rounds of d=8 K=4`,
    columns: [
      'same arm in every round',
      'cycles per round, value experts alone',
      'cycles per round, through the machine',
      'updates of posteriors per round',
      'cycles per update',
    ],
    rows: [[isSame ? 'yes' : 'no', learnerNs * ghz, machineNs * ghz, 1, updateNs * ghz]],
  };
}
