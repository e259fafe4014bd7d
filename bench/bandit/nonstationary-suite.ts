import { mean, median } from '#foundation/statistics';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { machineConfiguration } from '../machine-configuration.ts';
import type { Suite, SuiteResult, Table } from '../suite.ts';
import { atMost, type Target } from '../target.ts';
import { type AdaptationRule, adaptations, falseAlarms } from './adaptation.ts';
import {
  adaptiveContender,
  alphas,
  forgettings,
  learnerSettings,
  oracle,
  forgettingContenders,
  oracleContender,
  pawl,
  peerContenders,
  peerSettings,
  trackingContender,
  valueContender,
} from './bandit-contenders.ts';
import { regretTable } from './bandit-suite.ts';
import { routingTable } from './routing-table.ts';
import { banditSize, createWorld } from './bandit-world.ts';
import {
  type BanditCell,
  type BanditPlan,
  bestOf,
  compareCells,
  meanRegret,
  nameOf,
  regretPlot,
  worldPath,
} from './compare-learners.ts';
import { createArmMachine } from './arm-machine.ts';
import { detectionDefaults } from './value-knobs.ts';

const undetected = 'pawl without detection';
const GOAL = 1.25;
const LINUCB_GOAL = 0.6;
const rule: AdaptationRule = { spike: 200, window: 500, threshold: 0.03 };

function plan(quick: boolean): BanditPlan[] {
  if (quick)
    return [banditSize(8, 4, 1e5, 4), banditSize(16, 8, 1e5, 4), banditSize(8, 4, 1e5, 8)].map((each) => ({
      size: each,
      seeds: each.arms === 4 ? 4 : 2,
    }));
  const short = [
    banditSize(8, 4, 1e5, 4),
    banditSize(16, 8, 1e5, 4),
    banditSize(8, 4, 1e5, 8),
    banditSize(16, 8, 1e5, 8),
  ];
  const otherwise = [{ when: 'random' }, { what: 'one' }, { what: 'gradual' }] as const;
  return [
    ...short.map((each) => ({ size: each, seeds: 10 })),
    ...otherwise.map((kind) => ({ size: banditSize(8, 4, 1e5, 4), seeds: 5, kind })),
    ...[banditSize(8, 4, 1e6, 4), banditSize(16, 8, 1e6, 8)].map((each) => ({ size: each, seeds: 1 })),
  ];
}

/** `pawl bench nonstationary`. @source spec/benchmark-suite §5.2 */
export const nonstationarySuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, ...port }): Promise<SuiteResult> {
    const elapsed = cpuSecondsSince();
    const hardware = hardwareRecord();
    const tried = quick ? alphas.quick.slice(1) : alphas.full.slice(1, 4);
    const seedPath = `bench/nonstationary/${seed}`;
    const contenders = [
      adaptiveContender,
      oracleContender,
      { ...valueContender, name: undetected },
      trackingContender,
      ...peerContenders(tried),
      ...forgettingContenders,
    ];
    const cells = compareCells(plan(quick), contenders, {
      seedPath,
      one: pawl,
      rival: () => oracle,
      note: (line) => port.note(line),
    });
    return {
      suite: 'nonstationary',
      quick,
      seed,
      configuration: {
        hardware: hardware.record,
        machine: machineConfiguration(createArmMachine(8, 4)),
        learner: learnerSettings,
        tracking: { kind: 'mid path over posteriors that forget, without detection', forgettings: [...forgettings] },
        detection: { kind: "Page's CUSUM of a fair coin and of posteriors that forget", ...detectionDefaults },
        adaptation: { ...rule },
        peers: { linUcbAlphas: [...tried], ...peerSettings },
        worlds:
          'as in bench bandit, all weights drawn anew at J evenly spaced rounds; or at random rounds, or one arm at a time, or little by little, where a cell says so',
        cells: plan(quick).map(({ size, seeds, kind }) => ({ ...size, seeds, ...kind })),
      },
      tables: cells.flatMap((cell) => [
        regretTable(cell, hardware.estimatedGHz),
        ...(cell.kind.what === 'gradual' ? [] : [adaptationTable(cell, seedPath, hardware.estimatedGHz)]),
        routingTable(cell),
      ]),
      plots: cells.map((cell) => regretPlot(cell, 'linear')),
      targets: cells.flatMap(targetsOf),
      notes: [
        quick
          ? 'quick: 4 worlds of d=8 and 2 of d=16, T = 10^5, three sizes, two alphas; the full run has 10 worlds, J = 8 at every size, and T = 10^6 with 1'
          : 'at T = 10^6 there is 1 world per size',
        'the oracle restart is the same learner, told of every change and reset there',
        'a structural update is a patch with a verdict: fresh posteriors learn the rounds since the likely change again and go on in the shadow; accepted, they have foreseen better by ln 100 in log-likelihood, refused, they have not within 512 rounds. Where a patch begins was chosen by the detector, so that the level of this test is measured (false alarms), not proved',
        'of a gradual change the oracle would restart at every grade, so it is no bar there',
      ],
      cpuSeconds: elapsed(),
    };
  },
};

function targetsOf(cell: BanditCell): Target[] {
  const name = nameOf(cell);
  const regret = meanRegret(cell, pawl);
  const peer = meanRegret(cell, bestOf(cell, 'LinUCB'));
  return [
    ...(cell.kind.what === 'gradual'
      ? []
      : [atMost(`${name}: regret over that of the oracle restart`, regret / meanRegret(cell, oracle), GOAL)]),
    atMost(`${name}: regret over that of LinUCB at its best alpha`, regret / peer, LINUCB_GOAL),
  ];
}

/** Spikes, adaptation and structural updates of the adaptive learner, the oracle, and the mid path that tracks. */
function adaptationTable(cell: BanditCell, seedPath: string, ghz: number): Table {
  const { size, seeds, runs, kind } = cell;
  const worlds = Array.from({ length: seeds }, (_, i) => createWorld(size, worldPath(seedPath, size, i), kind));
  const row = (name: string, rest: readonly (number | null)[]): (string | number | null)[] => {
    const found = worlds.flatMap((world, i) => adaptations(world, runs.get(name)![i]!.losses, rule));
    const times = found.map(({ time }) => time).filter((time) => time !== null);
    const spike = mean(found.map((each) => each.spike));
    return [name, spike, times.length > 0 ? median(times) : null, found.length - times.length, ...rest];
  };
  const replaced = runs
    .get(pawl)!
    .map(({ replacements }) => replacements ?? { rounds: [], relearnt: 0, gains: [], refused: 0 });
  const updates = replaced.reduce((sum, { rounds }) => sum + rounds.length, 0);
  const refused = replaced.reduce((sum, each) => sum + each.refused, 0);
  const gains = replaced.flatMap((each) => each.gains);
  const relearnt = replaced.reduce((sum, each) => sum + each.relearnt, 0);
  const cyclesOf = (name: string): number =>
    (mean(runs.get(name)!.map(({ cpuSeconds }) => cpuSeconds)) * ghz * 1e9) / size.rounds;
  const alarms = mean(replaced.map(({ rounds }, i) => falseAlarms(rounds, worlds[i]!.starts)));
  return {
    title: `Adaptation, ${nameOf(cell)}, ${seeds * size.changes} changes`,
    columns: [
      'learner',
      'spike: regret in 200 rounds',
      'median adaptation time',
      'changes never adapted to',
      'patches accepted per world',
      'patches refused per world',
      'log-likelihood gained by an accepted patch',
      'false alarms per world',
      'observations learnt again per patch',
      'cycles per round for detection and replacement',
    ],
    rows: [
      row(pawl, [
        updates / seeds,
        refused / seeds,
        gains.length === 0 ? null : mean(gains),
        alarms,
        updates + refused === 0 ? null : relearnt / (updates + refused),
        cyclesOf(pawl) - cyclesOf(undetected),
      ]),
      row(oracle, [size.changes, 0, null, 0, 0, 0]),
      row(trackingContender.name, [0, 0, null, 0, null, null]),
    ],
  };
}
