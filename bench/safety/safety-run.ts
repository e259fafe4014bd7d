import type { Machine } from '#learners/machine/representation/machine';
import {
  type FieldTrial,
  type PatchOutcome,
  type PilotGain,
  pilotRun,
  type PlaneInvariant,
  proposeFuse,
  proposeSimplify,
  proposeSubstitution,
  SlowPath,
  type StructuralPatch,
  structureOf,
} from '#learners/machine/patches';
import { createRng, type Rng } from '#foundation/kernel';
import { turnKnobs } from '#schedule';
import { poxScore } from '#schedule/patches';
import { cpuSecondsSince } from '../cpu-time.ts';
import { boundInvariants } from './bounded-index.ts';
import { boundPilot } from './bound-pilot.ts';
import { ProgramDriver } from './drive-program.ts';
import { plantUnsafe } from './plant-unsafe.ts';

/** How much is run. */
export interface SafetyPlan {
  /** T_large, in steps of one lane. */
  readonly laneSteps: number;
  /** Parts of the run; proposals come between them. */
  readonly blocks: number;
  /** Random simplifications proposed between two parts. */
  readonly substitutions: number;
}

/** What became of the proposals of one origin, and what pilot runs promised of them in sum. */
export interface ProposalTally {
  proposed: number;
  accepted: number;
  rejected: number;
  postponed: number;
  /** Proposals whose pilot run was worse in reward or in violations. */
  worse: number;
  gain: Readonly<Record<keyof PilotGain, number>>;
}

/** A proposal with what its pilot run promises. */
interface Waiting {
  readonly origin: string;
  readonly patch: StructuralPatch;
  readonly gain: PilotGain;
}

export interface SafetyRun {
  readonly laneSteps: number;
  readonly violations: number;
  readonly tallies: Readonly<Record<string, ProposalTally>>;
  /** CPU nanoseconds of proving (every proposal, also the refused ones), of finding proposals, of their pilot runs, and of the steps. */
  readonly verificationNs: number;
  readonly proposalNs: number;
  readonly pilotNs: number;
  readonly fastPathNs: number;
  /** CPU nanoseconds per machine step, part by part. */
  readonly stepNs: readonly number[];
  readonly proofs: number;
  readonly counterexamples: number;
  /** Accepted changes without a proof; must be 0. */
  readonly uncertified: number;
}

/** Steps beside the run that are timed after each part. */
const TIMED = 500;

/** A field trial that lets everything pass: what is refused is refused by its proof. */
const lenientTrial: FieldTrial = () => ({ accepted: true, pValue: 0 });

/** Runs the program while patches are proposed; every proposal goes through the machine's slow path. */
export class SafetyBench {
  private readonly machine: Machine;
  private readonly invariants: readonly PlaneInvariant[];
  private readonly slow: SlowPath;
  private readonly rng: Rng;
  private readonly tallies: Record<string, ProposalTally> = {};
  private verificationNs = 0;
  private proposalNs = 0;
  private pilotNs = 0;
  private pilots = 0;
  private proofs = 0;
  private uncertified = 0;
  /** Whether the last simplification found nothing, and nothing has changed since. */
  private isSettled = false;

  private readonly seedPath: string;

  constructor(machine: Machine, seedPath: string) {
    this.machine = machine;
    this.seedPath = seedPath;
    this.invariants = boundInvariants(machine);
    this.slow = new SlowPath(machine, this.invariants, lenientTrial);
    this.rng = createRng(`${seedPath}/proposals`);
  }

  run(plan: SafetyPlan, seedPath: string): SafetyRun {
    const { lanes } = this.machine.config.knobs;
    const driver = new ProgramDriver(this.machine, seedPath);
    const steps = Math.ceil(plan.laneSteps / lanes);
    const stepNs: number[] = [];
    let fastPathNs = 0;
    for (let block = 0; block < plan.blocks; block += 1) {
      const due = Math.ceil(((block + 1) * steps) / plan.blocks) - driver.machineSteps;
      driver.run(due);
      const ns = driver.time(TIMED) / TIMED;
      stepNs.push(ns);
      fastPathNs += ns * due;
      this.proposeAll(plan);
    }
    const { verificationNs, proposalNs, pilotNs, proofs, uncertified, tallies } = this;
    return {
      laneSteps: driver.machineSteps * lanes,
      violations: driver.violations,
      tallies,
      verificationNs,
      proposalNs,
      pilotNs,
      fastPathNs,
      stepNs,
      proofs,
      counterexamples: this.slow.counterexamples.length,
      uncertified,
    };
  }

  /** What is planted comes first, while it is known to be unsafe; then the proposals in the order of what their pilot runs promise. */
  private proposeAll(plan: SafetyPlan): void {
    const planted = this.pilot('planted unsafe', () => plantUnsafe(this.machine, this.rng));
    if (planted !== undefined) this.consider(planted);
    const structure = structureOf(this.machine);
    const [first, second] = structure.program ?? [];
    const waiting: (Waiting | undefined)[] = [];
    if (first !== undefined && second !== undefined) {
      const surroundings = { planes: this.machine.planes, invariants: this.invariants };
      waiting.push(this.pilot('fuse', () => proposeFuse(first, second, structure, surroundings)));
    } else if (first !== undefined && !this.isSettled) {
      this.isSettled = true;
      waiting.push(this.pilot('simplify', () => proposeSimplify(first, structure, this.invariants)));
    }
    for (let i = 0; i < plan.substitutions; i += 1) {
      waiting.push(this.pilot('substitution', () => proposeSubstitution(this.rng.pick(structure.experts), this.rng)));
    }
    const score = ({ gain }: Waiting): number => poxScore(gain, knobs);
    const ranked = waiting.flatMap((one) => one ?? []).sort((a, b) => score(b) - score(a));
    for (const one of ranked) this.consider(one);
  }

  private pilot(origin: string, make: () => StructuralPatch | undefined): Waiting | undefined {
    const proposing = cpuSecondsSince();
    const patch = make();
    this.proposalNs += proposing() * 1e9;
    if (patch === undefined) return undefined;
    const piloting = cpuSecondsSince();
    const seedPath = `${this.seedPath}/pilot/${this.pilots}`;
    this.pilots += 1;
    const gain = pilotRun(this.machine, patch, boundPilot, { episodes: 1, seedPath });
    this.pilotNs += piloting() * 1e9;
    return { origin, patch, gain };
  }

  private consider({ origin, patch, gain }: Waiting): void {
    const verifying = cpuSecondsSince();
    const outcome = this.slow.consider(patch);
    this.verificationNs += verifying() * 1e9;
    this.count(origin, outcome, gain);
  }

  private count(origin: string, outcome: PatchOutcome, gain: PilotGain): void {
    const tally = (this.tallies[origin] ??= emptyTally());
    tally.proposed += 1;
    tally[outcome.verdict] += 1;
    if (gain.R < 0 || gain.S < 0) tally.worse += 1;
    const { R, S, C, I } = tally.gain;
    tally.gain = { R: R + gain.R, S: S + gain.S, C: C + gain.C, I: I + gain.I };
    if (outcome.verdict !== 'accepted') return;
    this.isSettled = false;
    this.proofs += outcome.proofs.length;
    if (outcome.proofs.length === 0) this.uncertified += 1;
  }
}

/** The weights of the four gains. */
const knobs = turnKnobs();

function emptyTally(): ProposalTally {
  return {
    proposed: 0,
    accepted: 0,
    rejected: 0,
    postponed: 0,
    worse: 0,
    gain: { R: 0, S: 0, C: 0, I: 0 },
  };
}
