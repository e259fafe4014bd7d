import {
  applyPlanPatch,
  type LanePlanes,
  type PlanPatch,
  proposeBold,
  proposePlanPatches,
  savingOf,
  sharesSaved,
  verifyPlanPatch,
} from '#learners/machine/patches';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import type { Machine } from '#learners/machine/representation/machine';
import { checkProof, parseDimacs } from '#logic/sat';
import { createRng, type Rng } from '#foundation/kernel';
import { turnKnobs } from '#schedule';
import { poxScore } from '#schedule/patches';
import { cpuSecondsSince } from '../cpu-time.ts';
import { boundedIndex, installPlan } from './bounded-index.ts';
import { runPilot } from './bound-pilot.ts';
import { ProgramDriver } from './drive-program.ts';
import { plantUnsafe } from './plant-unsafe.ts';

/** How much is run. */
export interface SafetyPlan {
  readonly lanes: number;
  /** T_large, in steps of one lane. */
  readonly laneSteps: number;
  /** Parts of the run; proposals come between them. */
  readonly blocks: number;
  /** Structural proposals between two parts at most, and bold ones beside them. */
  readonly structural: number;
  readonly bold: number;
}

/** ΔR, ΔS, ΔC and ΔI of a proposal, each positive when it is good. */
type Gain = Readonly<Record<'R' | 'S' | 'C' | 'I', number>>;

/** What became of the proposals of one origin, and what pilot runs promised of them in sum. */
export interface ProposalTally {
  proposed: number;
  accepted: number;
  rejected: number;
  postponed: number;
  /** Proposals whose pilot run was worse in reward or in violations. */
  worse: number;
  gain: Gain;
}

/** A proposal with what its pilot run promises. */
interface Waiting {
  readonly origin: string;
  readonly patch: PlanPatch;
  readonly gain: Gain;
}

export interface SafetyRun {
  readonly laneSteps: number;
  readonly violations: number;
  readonly tallies: Readonly<Record<string, ProposalTally>>;
  /** The program that was left, and the machine that runs it. */
  readonly plan: ThinkPlan;
  readonly machine: Machine;
  /** CPU nanoseconds of proving (every proposal, also the refused ones), of finding proposals, of their pilot runs, and of the steps. */
  readonly verificationNs: number;
  readonly proposalNs: number;
  readonly pilotNs: number;
  readonly fastPathNs: number;
  /** CPU nanoseconds per machine step, part by part. */
  readonly stepNs: readonly number[];
  /** Accepted changes whose proof the checker, which shares no code with the solver, has verified. */
  readonly proofs: number;
  readonly counterexamples: number;
}

/** Steps beside the run that are timed after each part. */
const TIMED = 500;
const PILOT_LANES = 128;
const MAX_CONFLICTS = 100_000;
/** Counterexamples that are tried on the next proposals before any proof. */
const KEPT = 256;

/** The weights of the four gains. */
const knobs = turnKnobs();

/** Runs the program while patches are proposed; only those that are proved are applied, as in evolve. */
export class SafetyBench {
  private readonly asked: SafetyPlan;
  private readonly seedPath: string;
  private readonly rng: Rng;
  private readonly driver: ProgramDriver;
  private readonly tallies: Record<string, ProposalTally> = {};
  private plan: ThinkPlan = boundedIndex;
  private machine: Machine;
  private counterexamples: readonly LanePlanes[] = [];
  private verificationNs = 0;
  private proposalNs = 0;
  private pilotNs = 0;
  private pilots = 0;
  private proofs = 0;
  /** The plan whose structural proposals were all considered: there is nothing more to find in it. */
  private settled: ThinkPlan | undefined;

  constructor(asked: SafetyPlan, seedPath: string) {
    this.asked = asked;
    this.seedPath = seedPath;
    this.rng = createRng(`${seedPath}/proposals`);
    this.machine = installPlan(boundedIndex, asked.lanes);
    this.driver = new ProgramDriver(this.machine, seedPath);
  }

  run(): SafetyRun {
    const { driver } = this;
    const { lanes, laneSteps, blocks } = this.asked;
    const steps = Math.ceil(laneSteps / lanes);
    const stepNs: number[] = [];
    let fastPathNs = 0;
    for (let block = 0; block < blocks; block += 1) {
      const due = Math.ceil(((block + 1) * steps) / blocks) - driver.machineSteps;
      driver.run(due);
      const ns = driver.time(TIMED) / TIMED;
      stepNs.push(ns);
      fastPathNs += ns * due;
      this.proposeAll();
    }
    const { verificationNs, proposalNs, pilotNs, proofs, tallies, plan, machine } = this;
    return {
      laneSteps: driver.machineSteps * lanes,
      violations: driver.violations,
      tallies,
      plan,
      machine,
      verificationNs,
      proposalNs,
      pilotNs,
      fastPathNs,
      stepNs,
      proofs,
      counterexamples: this.counterexamples.length,
    };
  }

  /** What is planted comes first, while it is known to be unsafe; then the proposals in the order of what their pilot runs promise. */
  private proposeAll(): void {
    const [planted] = this.propose('planted unsafe', () => [plantUnsafe(this.plan, this.rng)]);
    if (planted !== undefined) this.consider(planted);
    const { plan } = this;
    const structural = plan === this.settled ? [] : this.propose('structure', () => this.structuralPatches());
    this.settled = plan;
    const bold = this.propose('chance', () =>
      Array.from({ length: this.asked.bold }, () => proposeBold(plan, this.rng)),
    );
    const score = ({ gain }: Waiting): number => poxScore(gain, knobs);
    for (const one of [...structural, ...bold].sort((a, b) => score(b) - score(a))) this.consider(one);
  }

  /** The patches of the plan that save most, as evolve chooses them. */
  private structuralPatches(): PlanPatch[] {
    const { plan } = this;
    return proposePlanPatches(plan)
      .filter((patch) => savingOf(plan, patch) > 0)
      .sort((a, b) => savingOf(plan, b) - savingOf(plan, a))
      .slice(0, this.asked.structural);
  }

  private propose(origin: string, make: () => readonly (PlanPatch | undefined)[]): Waiting[] {
    const proposing = cpuSecondsSince();
    const made = make();
    this.proposalNs += proposing() * 1e9;
    return made.flatMap((patch) => (patch === undefined ? [] : [this.pilot(origin, patch)]));
  }

  /** The plan with and without a patch on the same commands. @source spec/pipeline §6: ΔR, ΔS, ΔC, ΔI from pilot runs */
  private pilot(origin: string, patch: PlanPatch): Waiting {
    const { plan, machine, seedPath } = this;
    const piloting = cpuSecondsSince();
    const path = `${seedPath}/pilot/${this.pilots}`;
    this.pilots += 1;
    const [before, after] = [plan, applyPlanPatch(plan, patch)!].map((each) =>
      runPilot(installPlan(each, PILOT_LANES, machine), createRng(path)),
    );
    this.pilotNs += piloting() * 1e9;
    const seen = { R: after!.reward - before!.reward, S: before!.violations - after!.violations };
    return {
      origin: origin === 'structure' ? patch.kind : origin,
      patch,
      gain: { ...seen, ...sharesSaved(plan, patch) },
    };
  }

  /** Verifies a proposal and applies it if it is proved. One whose parts another patch has taken out is postponed. */
  private consider({ origin, patch, gain }: Waiting): void {
    const tally = (this.tallies[origin] ??= emptyTally());
    tally.proposed += 1;
    if (gain.R < 0 || gain.S < 0) tally.worse += 1;
    const { R, S, C, I } = tally.gain;
    tally.gain = { R: R + gain.R, S: S + gain.S, C: C + gain.C, I: I + gain.I };
    const next = applyPlanPatch(this.plan, patch);
    if (next === undefined) {
      tally.postponed += 1;
      return;
    }
    const verifying = cpuSecondsSince();
    const known = this.counterexamples;
    const found = verifyPlanPatch(this.plan, patch, { maxConflicts: MAX_CONFLICTS, known });
    this.verificationNs += verifying() * 1e9;
    if (found.answer === 'unknown') tally.postponed += 1;
    else if (found.answer === 'refuted') {
      tally.rejected += 1;
      this.counterexamples = [...known, found.planes].slice(-KEPT);
    } else {
      tally.accepted += 1;
      const { cnf, proof } = found.proof;
      if (checkProof(parseDimacs(cnf), proof).verified) this.proofs += 1;
      this.plan = next;
      this.machine = installPlan(next, this.asked.lanes, this.machine);
      this.driver.follow(this.machine);
    }
  }
}

function emptyTally(): ProposalTally {
  return { proposed: 0, accepted: 0, rejected: 0, postponed: 0, worse: 0, gain: { R: 0, S: 0, C: 0, I: 0 } };
}
