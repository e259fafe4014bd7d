import {
  type FieldTrial,
  type Machine,
  type PatchOutcome,
  type PlaneInvariant,
  proposeFuse,
  proposeSimplify,
  proposeSubstitution,
  SlowPath,
  type StructuralPatch,
  structureOf,
} from '#bem';
import { createRng, hashOf, type Rng } from '#kernel';
import { cpuSecondsSince } from '../cpu-time.ts';
import { boundInvariants } from './bounded-index.ts';
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

/** What became of the proposals of one origin. */
export interface ProposalTally {
  proposed: number;
  accepted: number;
  rejected: number;
  postponed: number;
}

export interface SafetyRun {
  readonly laneSteps: number;
  readonly violations: number;
  readonly tallies: Readonly<Record<string, ProposalTally>>;
  /** CPU nanoseconds of proving (every proposal, also the refused ones), of finding proposals, and of the steps. */
  readonly verificationNs: number;
  readonly proposalNs: number;
  readonly fastPathNs: number;
  /** CPU nanoseconds per machine step, part by part. */
  readonly stepNs: readonly number[];
  readonly proofs: number;
  readonly counterexamples: number;
  /** Accepted changes without a proof; must be 0. */
  readonly uncertified: number;
}

/** A field trial that lets everything pass: what is refused is refused by its proof. */
const lenientTrial: FieldTrial = () => ({
  accepted: true,
  outcomes: [],
  test: 'none',
  alpha: 0.5,
  pValue: 0,
  taskSet: hashOf('none'),
});

/** Runs the program while patches are proposed; every proposal goes through the machine's slow path. */
export class SafetyBench {
  private readonly machine: Machine;
  private readonly invariants: readonly PlaneInvariant[];
  private readonly slow: SlowPath;
  private readonly rng: Rng;
  private readonly tallies: Record<string, ProposalTally> = {};
  private verificationNs = 0;
  private proposalNs = 0;
  private proofs = 0;
  private uncertified = 0;
  /** Whether the last simplification found nothing, and nothing has changed since. */
  private isSettled = false;

  constructor(machine: Machine, seedPath: string) {
    this.machine = machine;
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
      const timed = Math.ceil(due / 2);
      const ns = driver.time(timed);
      driver.run(due - timed);
      stepNs.push(ns / timed);
      fastPathNs += (ns * due) / timed;
      this.proposeAll(plan);
    }
    const { verificationNs, proposalNs, proofs, uncertified, tallies } = this;
    return {
      laneSteps: driver.machineSteps * lanes,
      violations: driver.violations,
      tallies,
      verificationNs,
      proposalNs,
      fastPathNs,
      stepNs,
      proofs,
      counterexamples: this.slow.counterexamples.length,
      uncertified,
    };
  }

  private proposeAll(plan: SafetyPlan): void {
    this.propose('planted unsafe', () => plantUnsafe(this.machine, this.rng));
    const structure = structureOf(this.machine);
    const [first, second] = structure.program ?? [];
    if (first !== undefined && second !== undefined) {
      const surroundings = { planes: this.machine.planes, invariants: this.invariants };
      this.propose('fuse', () => proposeFuse(first, second, structure, surroundings));
    } else if (first !== undefined && !this.isSettled) {
      this.isSettled = true;
      this.propose('simplify', () => proposeSimplify(first, structure, this.invariants));
    }
    for (let i = 0; i < plan.substitutions; i += 1) {
      this.propose('substitution', () =>
        proposeSubstitution(this.rng.pick(structureOf(this.machine).experts), this.rng),
      );
    }
  }

  private propose(origin: string, make: () => StructuralPatch | undefined): void {
    const proposing = cpuSecondsSince();
    const patch = make();
    this.proposalNs += proposing() * 1e9;
    if (patch === undefined) return;
    const verifying = cpuSecondsSince();
    const outcome = this.slow.consider(patch);
    this.verificationNs += verifying() * 1e9;
    this.count(origin, outcome);
  }

  private count(origin: string, outcome: PatchOutcome): void {
    const tally = (this.tallies[origin] ??= { proposed: 0, accepted: 0, rejected: 0, postponed: 0 });
    tally.proposed += 1;
    tally[outcome.verdict] += 1;
    if (outcome.verdict !== 'accepted') return;
    this.isSettled = false;
    this.proofs += outcome.proofs.length;
    if (outcome.proofs.length === 0) this.uncertified += 1;
  }
}
