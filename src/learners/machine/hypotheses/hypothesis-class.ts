import type { FacePorts } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import type { LessonKnobs } from '../search-knobs.ts';
import type { ClassName } from './class-name.ts';
import type { BitStep, Evidence } from './evidence.ts';
import type { Meter } from './meter.ts';
import type { Practice } from './practice.ts';
import type { PlanClaim } from '../plans/programs/plan-claim.ts';
import type { ThinkPlan } from './think-plan.ts';

/** What was learnt, as plain data: it can be stored, and made a machine again. */
export interface Learnt {
  /** The class that can read `hypothesis`. */
  readonly class: ClassName;
  readonly hypothesis: unknown;
  /** The face it was learnt on. */
  readonly face: FacePorts;
}

/** What a class is given to search with. */
export interface Search {
  readonly face: FacePorts;
  /** Plays; what is played joins the evidence and is counted against this class. */
  readonly practice: Practice;
  readonly evidence: Evidence;
  readonly meter: Meter;
  /** Numbers that change what is found. */
  readonly knobs: LessonKnobs;
  readonly rng: Rng;
  /** What was learnt before of this class on a face of another size, already carried over to this one. */
  readonly carried: readonly unknown[];
  /** What was learnt before on other tasks, by whichever class: terms for a new hypothesis. */
  readonly skills: readonly Learnt[];
  /** The hypothesis in force on this face, where it is of this class: what is to be repaired. */
  readonly inForce?: unknown;
  /** Skills that the costs of terms are learnt from: what recurs in them is a production. */
  readonly kept: readonly Learnt[];
}

/**
 * A kind of hypothesis about tasks: what programs there are, how they are searched by reward, and how one becomes a machine.
 * A class sees words, lists, records and tags; it knows no task. Hypotheses are plain data, like what JSON can hold.
 */
export interface HypothesisClass<H = unknown> {
  readonly name: ClassName;
  readonly says: string;
  /** Whether the structure of a face has the parts that this class works on. It must not ask for sizes that tell a task. */
  admits(face: FacePorts): boolean;
  /**
   * Searches. Each `yield` lets the other classes have their turn: yield after some 10⁵ of effort or 200 episodes at most. What is yielded
   * is installed and tried on fresh episodes; `undefined` only passes the turn. A search that is over returns: `settled` when
   * every reward of its last proposal was as high as this class can tell that it may be, so that nobody need go on.
   */
  propose(search: Search): Generator<H | undefined, 'settled' | void, void>;
  /** The first recorded step that a hypothesis is sure to be wrong about: a place to practise at. */
  refute(hypothesis: H, evidence: Evidence, face: FacePorts): BitStep | undefined;
  /** The same hypothesis on a face of other sizes; `undefined` where it does not fit. */
  carry(hypothesis: H, from: FacePorts, to: FacePorts): H | undefined;
  /** What a machine must do to play by the hypothesis. */
  toMachine(hypothesis: H, face: FacePorts): ThinkPlan;
  /** What can be proved of the parts that the hypothesis names, besides what holds of every plan. */
  prove?(hypothesis: H, face: FacePorts): readonly PlanClaim[];
  /** The hypothesis in words for people: the rule itself, not only its size. */
  describe(hypothesis: H, face: FacePorts): string;
  /** Its length in bits; of two that earn the same the shorter stays. */
  cost(hypothesis: H): number;
}
