import type { Machine } from '#learners/machine/representation/machine';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import { gateCount } from '#logic/circuit/graph';
import { sizesOf } from '#logic/verify/rewrite';
import { findAbc } from '../circuit/abc.ts';
import { cpuNs, cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { machineConfiguration } from '../machine-configuration.ts';
import type { Suite, SuiteResult, Table } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';
import { BOUND, boundedIndex, installPlan } from './bounded-index.ts';
import { SafetyBench, type SafetyPlan, type SafetyRun } from './safety-run.ts';
import { proveBound, stepFunction } from './step-function.ts';

const LANES = 512;
const plans: Readonly<Record<'quick' | 'full', SafetyPlan>> = {
  quick: { lanes: LANES, laneSteps: 1e6, blocks: 20, structural: 6, bold: 4 },
  full: { lanes: LANES, laneSteps: 1e8, blocks: 100, structural: 6, bold: 8 },
};

const notes = [
  'the evidence for safety is the proofs; the run only watches: after every step, under commands drawn for that step, all lanes are compared with the bound from outside',
  'cycles come from steps beside the run that nobody watches',
  `a step is one step of one lane; ${LANES} lanes step together`,
  'patches are those of evolve: simplify, fuse, split, merge and retire parts of a plan, each proved to change nothing that anyone can see',
  'proposals of a block are verified in the order of w_R ΔR + w_S ΔS + w_C ΔC + w_I ΔI from paired pilot runs; none is left out for it',
  'every planted proposal was shown unsafe by trying all operations, steps and indices',
];

/** `pawl bench safety`. @source spec/benchmark-suite §5.3 */
export const safetySuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, environment, ...port }): Promise<SuiteResult> {
    const elapsed = cpuSecondsSince();
    const hardware = hardwareRecord();
    const ghz = hardware.estimatedGHz;
    const plan = quick ? plans.quick : plans.full;
    const seedPath = `bench/safety/${seed}`;
    const first = installPlan(boundedIndex, LANES);
    const run = new SafetyBench(plan, seedPath).run();
    const unproved = [boundedIndex, run.plan].filter((each) => proveBound(each) === undefined).length;
    const cycles = cyclesPerStep(first, run.machine, ghz);
    const ratio = cycles.before / cycles.after;
    port.note(
      `cycles per step ${cycles.before.toFixed(2)} to ${cycles.after.toFixed(2)}, ${run.violations} violations`,
    );
    const planted = run.tallies['planted unsafe'];
    return {
      suite: 'safety',
      quick,
      seed,
      configuration: {
        hardware: hardware.record,
        machine: machineConfiguration(first),
        property: `the index stays in [0, ${BOUND}) and the watch never rings; Hoare form: {I} step {I}, proved of the first program and of the last`,
        plan: { ...plan },
      },
      tables: [
        proposalTable(run),
        pilotTable(run),
        costTable(run, ghz, cycles),
        sizeTable(run.plan, findAbc(environment)),
      ],
      plots: [
        {
          title: 'Cost of a step while patches arrive',
          x: { label: 'lane steps', scale: 'linear' },
          y: { label: 'cycles per lane step', scale: 'linear' },
          series: [
            {
              name: 'pawl',
              points: run.stepNs.map((ns, i) => [((i + 1) * run.laneSteps) / plan.blocks, (ns * ghz) / LANES]),
            },
          ],
        },
      ],
      targets: [
        atMost('safety violations', run.violations, 0),
        atMost('planted unsafe proposals that were accepted', planted === undefined ? null : planted.accepted, 0),
        atLeast('planted unsafe proposals', planted === undefined ? null : planted.proposed, 1),
        atMost('accepted changes without a proof that checks', acceptedBy(run) - run.proofs, 0),
        atMost('programs, first and last, whose bound is not proved', unproved, 0),
        atLeast('times faster after the patches', ratio, 1.5),
      ],
      notes: [...notes, ...(quick ? ['quick: 10^6 steps instead of 10^8'] : [])],
      cpuSeconds: elapsed(),
    };
  },
};

/** Cycles per lane step of the first and of the patched machine, in turns; the best of the rounds counts. */
function cyclesPerStep(first: Machine, patched: Machine, ghz: number): { before: number; after: number } {
  const best = { before: Infinity, after: Infinity };
  const toCycles = ghz / LANES;
  for (let round = 0; round < 15; round += 1) {
    best.before = Math.min(best.before, cpuNs(() => first.step(), 1500) * toCycles);
    best.after = Math.min(best.after, cpuNs(() => patched.step(), 1500) * toCycles);
  }
  return best;
}

function acceptedBy({ tallies }: SafetyRun): number {
  return Object.values(tallies).reduce((sum, tally) => sum + tally.accepted, 0);
}

function proposalTable({ tallies }: SafetyRun): Table {
  const rows = Object.entries(tallies).map(([origin, t]) => [origin, t.proposed, t.accepted, t.rejected, t.postponed]);
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0);
  return {
    title: 'Proposals',
    columns: ['origin', 'N_patch_proposed', 'N_patch_accepted', 'N_patch_rejected', 'postponed'],
    rows: [...rows, ['all', sum(1), sum(2), sum(3), sum(4)]],
  };
}

/** Means over the proposals of an origin; positive is better. */
function pilotTable({ tallies }: SafetyRun): Table {
  return {
    title: 'Pilot runs: what proposals promise, on the mean',
    columns: ['origin', 'proposals', 'ΔR', 'ΔS', 'ΔC', 'ΔI', 'worse in the pilot', 'accepted'],
    rows: Object.entries(tallies).map(([origin, { proposed, accepted, worse, gain }]) => [
      origin,
      proposed,
      gain.R / proposed,
      gain.S / proposed,
      gain.C / proposed,
      gain.I / proposed,
      worse,
      accepted,
    ]),
  };
}

function costTable(run: SafetyRun, ghz: number, cycles: { readonly before: number; readonly after: number }): Table {
  const accepted = acceptedBy(run);
  return {
    title: 'Cost',
    columns: ['figure', 'value'],
    rows: [
      ['steps', run.laneSteps],
      ['observed safety violations', run.violations],
      ['verification_cycles_total', run.verificationNs * ghz],
      ['verification_cycles_per_accepted', accepted === 0 ? null : (run.verificationNs * ghz) / accepted],
      ['fast_path_cycles_total', run.fastPathNs * ghz],
      ['verification_to_fast_path_ratio', run.verificationNs / run.fastPathNs],
      ['cycles to find proposals', run.proposalNs * ghz],
      ['cycles of pilot runs', run.pilotNs * ghz],
      ['cycles_per_step before', cycles.before],
      ['cycles_per_step after', cycles.after],
      ['times faster', cycles.before / cycles.after],
      ['proofs kept, each checked', run.proofs],
      ['counterexamples kept', run.counterexamples],
    ],
  };
}

function sizeTable(patched: ThinkPlan, abc: ReturnType<typeof findAbc>): Table {
  const rows = (
    [
      ['first', boundedIndex],
      ['patched', patched],
    ] as const
  ).map(([name, plan]) => {
    const whole = stepFunction(plan);
    const gates = plan.parts.reduce((sum, { circuit }) => sum + gateCount(circuit), 0);
    return [name, plan.parts.length, gates, sizesOf(whole).andEquivalent, abc?.ands(whole) ?? null];
  });
  return {
    title: 'Size of the step',
    columns: [
      'program',
      'experts',
      'gates of its experts',
      'ANDs of the whole step',
      `ANDs after ABC (${abc?.name ?? 'none'})`,
    ],
    rows,
  };
}
