import { Fault, type Hash } from '#foundation/kernel';
import type { ProofMaterial } from '#logic/verify/certify';
import type { Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { restoreMachine } from '../representation/machine/snapshot.ts';
import { applyPatch, type Undo } from './apply-patch.ts';
import { discharge } from './discharge.ts';
import { frameFault } from './frame-rule.ts';
import { obligationsOf } from './obligations.ts';
import { proveSafe } from './prove-safe.ts';
import { requireInvariants } from './require-invariants.ts';
import type { PlaneInvariant } from './safety-property.ts';
import { structureOf } from './step-program.ts';
import { patchKinds, type StructuralPatch } from './structural-patch.ts';

/** Counterexamples that are tried on the next proposals before any proof. */
const KEPT = 256;

/** Scores both machines on fresh paired tasks and decides; a gate is behind it. Undefined when it cannot tell. */
export interface FieldTrial {
  (
    patch: StructuralPatch,
    incumbent: Machine,
    candidate: Machine,
  ): {
    readonly accepted: boolean;
    readonly pValue: number;
    /** Of an accepted patch. */
    readonly certificate?: Hash;
  };
}

/** What happened to a proposal. An accepted one always has a proof, a field trial, or both. */
export type PatchOutcome =
  | {
      readonly verdict: 'accepted';
      readonly proofs: readonly ProofMaterial[];
      readonly trial?: { readonly pValue: number; readonly certificate?: Hash };
      readonly undo: Undo;
    }
  | { readonly verdict: 'rejected'; readonly why: string; readonly counterexample?: readonly boolean[] }
  | { readonly verdict: 'postponed'; readonly why: string };

/** What the slow path has done. */
export interface SlowPathTally {
  proposed: number;
  accepted: number;
  rejected: number;
  postponed: number;
}

/**
 * The slow path of one machine: proposals go in, and only those that are proved (and, where behaviour changes, tried) come out
 * applied. Counterexamples are kept as evidence: the planes of a lane in which a claim failed.
 */
export class SlowPath {
  readonly tally: SlowPathTally = { proposed: 0, accepted: 0, rejected: 0, postponed: 0 };
  readonly counterexamples: (readonly boolean[])[] = [];
  /** That the machine as it was given keeps the invariants; every later proof builds on these. */
  readonly initialProofs: readonly ProofMaterial[];
  private readonly machine: Machine;
  private readonly invariants: readonly PlaneInvariant[];
  private readonly trial: FieldTrial | undefined;
  /** Steps at which changes were applied, within the last 10⁶. */
  private recent: number[] = [];

  /** Refuses invariants that do not hold now, or that the machine as it is can leave. */
  constructor(machine: Machine, invariants: readonly PlaneInvariant[], trial?: FieldTrial) {
    requireInvariants(machine, invariants);
    this.initialProofs = proveSafe(machine, invariants);
    this.machine = machine;
    this.invariants = invariants;
    this.trial = trial;
  }

  /** Verifies a proposal and applies it if it may stay. A refused one leaves the machine as it was. */
  consider(patch: StructuralPatch): PatchOutcome {
    this.tally.proposed += 1;
    const outcome = this.judge(patch);
    this.tally[outcome.verdict] += 1;
    if (outcome.verdict === 'rejected' && outcome.counterexample !== undefined) {
      this.counterexamples.push(outcome.counterexample);
      if (this.counterexamples.length > KEPT) this.counterexamples.shift();
    }
    return outcome;
  }

  private judge(patch: StructuralPatch): PatchOutcome {
    const { machine } = this;
    const { patchBudget, satVariables, satClauses, satConflicts } = machine.config.knobs;
    this.recent = this.recent.filter((step) => machine.steps - step < 1e6);
    if (this.recent.length >= patchBudget) return { verdict: 'postponed', why: `${patchBudget} changes in 10^6 steps` };
    const old = structureOf(machine);
    const fault = frameFault(patch, old, machine.config.knobs);
    if (fault !== undefined) return { verdict: 'rejected', why: fault };

    const { changesBehaviour } = patchKinds[patch.kind];
    const incumbent = changesBehaviour ? restoreMachine(snapshotMachine(machine), { compile: 'never' }) : undefined;
    const undo = tryApply(machine, patch);
    if (typeof undo === 'string') return { verdict: 'rejected', why: undo };
    const refuse = (outcome: Exclude<PatchOutcome, { verdict: 'accepted' }>): PatchOutcome => {
      undo.rollback();
      return outcome;
    };
    const proofs: ProofMaterial[] = [];
    const limits = { variables: satVariables, clauses: satClauses, conflicts: satConflicts };
    const { planes } = machine;
    for (const obligation of obligationsOf({
      patch,
      planes,
      old,
      next: structureOf(machine),
      invariants: this.invariants,
    })) {
      const found = discharge(obligation, limits, this.counterexamples);
      if (found.answer === 'unknown') return refuse({ verdict: 'postponed', why: found.why });
      if (found.answer === 'refuted') {
        return refuse({ verdict: 'rejected', why: obligation.claim, counterexample: found.planes });
      }
      proofs.push(found.material);
    }
    const tried = incumbent === undefined ? undefined : this.tryInField(patch, incumbent);
    if (typeof tried === 'string') return refuse({ verdict: 'rejected', why: tried });
    this.recent.push(machine.steps);
    return { verdict: 'accepted', proofs, ...(tried === undefined ? {} : { trial: tried }), undo };
  }

  private tryInField(patch: StructuralPatch, before: Machine): ReturnType<FieldTrial> | string {
    if (this.trial === undefined) return `${patch.kind} changes behaviour, and there is no field trial`;
    const found = this.trial(patch, before, this.machine);
    return found.accepted ? found : `the field trial does not speak for it: p = ${found.pValue}`;
  }
}

/** A patch that the machine refuses is a bad proposal, not a fault of the program. */
function tryApply(machine: Machine, patch: StructuralPatch): Undo | string {
  try {
    return applyPatch(machine, patch);
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}
