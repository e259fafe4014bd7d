import type { Hash } from '#kernel';
import type { RejectedIdea, RuleProvenance, StepDigest, UpdateItem } from '#skill';
import type { AdviceRecord } from './meta-skill-stage.ts';
import type { Idea } from './count-votes.ts';
import type { ProposerRecord } from './proposer-steering.ts';
import type { SkillVersion } from './skill-version.ts';
import type { StepRecord } from './step-record.ts';

/** A skill of the pool with what its training rollouts scored, per task. */
export interface PoolEntry {
  readonly version: SkillVersion;
  /** Training task → scores of its rollouts. */
  readonly scores: Map<string, number[]>;
}

/** A skill under way: the incumbent with changes of one or more steps. */
export interface Draft {
  readonly version: SkillVersion;
  readonly items: readonly UpdateItem[];
  readonly steps: number;
  /** The draft before the last step; undefined where that was the incumbent. */
  readonly before: Draft | undefined;
}

/** All that a run remembers. Every field follows from the journal alone, so a replay ends with the same state. */
export interface TrainState {
  readonly initial: SkillVersion;
  current: SkillVersion;
  best: SkillVersion;
  bestStep: number;
  /** Gate scores as last measured; for reports only, no decision reads them where the gate tests. */
  currentScore: number | null;
  bestScore: number | null;
  /** What the trial that accepted the best skill saw of it, per task: the luck it was chosen for is in there. */
  bestSeen: readonly number[];
  baselineScore: number | null;
  /** The epoch's step buffer. */
  digests: StepDigest[];
  /** Advice to the optimizer, with what it earned. */
  advice: AdviceRecord | undefined;
  /** The skill at the end of the previous epoch. */
  epochSkill: SkillVersion | undefined;
  /** Ideas that were measured and found wanting, over the whole run. */
  rejected: readonly RejectedIdea[];
  /** Items of refused bundles that were measured to help; they join the next proposal. */
  kept: UpdateItem[];
  /** Appendix notes that wait to be measured. */
  notes: { readonly text: string; readonly chances: number }[];
  rules: readonly RuleProvenance[];
  /** Effects measured item by item, by the item's id. */
  readonly effects: Map<string, number>;
  readonly history: StepRecord[];
  readonly pool: Map<Hash, PoolEntry>;
  /** Skills that looked better, but the gate could not decide about. */
  readonly open: Set<Hash>;
  /** Changes that were made to the incumbent and not yet tried. */
  draft: Draft | undefined;
  /** Ideas that too few analysts have had so far, with their votes. */
  ideas: Idea[];
  /** The changes behind every skill that was tried. */
  readonly bundles: Map<Hash, readonly UpdateItem[]>;
  readonly proposers: Map<string, ProposerRecord>;
  accepted: number;
  refused: number;
  undecided: number;
  skipped: number;
  /** Steps since the last accepted candidate. */
  fruitless: number;
  restarts: number;
}

export function createState(initial: SkillVersion): TrainState {
  return {
    initial,
    current: initial,
    best: initial,
    bestStep: 0,
    currentScore: null,
    bestScore: null,
    bestSeen: [],
    baselineScore: null,
    digests: [],
    advice: undefined,
    epochSkill: undefined,
    rejected: [],
    kept: [],
    notes: [],
    rules: [],
    effects: new Map(),
    history: [],
    pool: new Map(),
    open: new Set(),
    draft: undefined,
    ideas: [],
    bundles: new Map(),
    proposers: new Map(),
    accepted: 0,
    refused: 0,
    undecided: 0,
    skipped: 0,
    fruitless: 0,
    restarts: 0,
  };
}
