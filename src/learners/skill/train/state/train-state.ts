import type { TrialEvidence } from '#ratchet/gate';
import type { TypeFall } from '#ratchet/gate/trials';
import type { Hash } from '#foundation/kernel';
import type { RuleProvenance } from '#learners/skill/document';
import type { UpdateItem } from '#learners/skill/edits';
import type { StepDigest } from '#learners/skill/epoch';
import type { Idea } from '../propose/weigh-ideas.ts';
import type { ProposerRecord } from '../propose/choose-proposer.ts';
import type { ProposerName } from '../settings.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { AdviceRecord } from '../propose/choose-advice.ts';
import type { StepRecord } from './step-record.ts';

/** What a rollout of a batch scored; no number where it had an outage. */
export interface BatchScore {
  readonly task: string;
  readonly score: number;
}

/** A skill of the pool with what its training rollouts scored, per task. */
export interface PoolEntry {
  readonly version: SkillVersion;
  /** Training task → scores of its rollouts. */
  readonly scores: ReadonlyMap<string, readonly number[]>;
  /** Of these, the scores on whole batches: other rollouts are of tasks that were chosen for their failures. */
  readonly batches: readonly BatchScore[];
}

/** Advice that was in force when a change was made, and whether the change was made with it. */
export interface AdviceUse {
  readonly text: string;
  readonly isUsed: boolean;
}

/** Who made a change, and when: where its credit goes. */
export interface Maker {
  readonly step: number;
  readonly epoch: number;
  readonly proposer: ProposerName | 'slow_update' | 'simplify';
  /** Absent where no advice was in force. */
  readonly advice?: AdviceUse;
}

/** A skill with changes that somebody made. */
export interface Change {
  readonly version: SkillVersion;
  readonly items: readonly UpdateItem[];
  readonly maker: Maker;
  /** In words: `3 changes of step 2`. */
  readonly what: string;
  /** Appendix notes that ride with it. */
  readonly notes?: readonly string[];
}

/** One step's share of a draft: the draft as that step left it, and what the step did to it on training tasks. */
export interface DraftPart extends Change {
  /** Training score of the draft with the part minus that without it, once both were rolled out. */
  readonly effect?: number;
}

/** A skill under way: the incumbent with the changes of one or more steps, oldest first. */
export interface Draft {
  readonly version: SkillVersion;
  readonly parts: readonly DraftPart[];
}

/** A candidate that looked better, but was not shown to be. */
export interface Left {
  readonly version: SkillVersion;
  readonly evidence: TrialEvidence;
}

/**
 * All that a run remembers, as everyone but the book sees it. Every field follows from the journal alone, so a replay ends with the
 * same state.
 */
export interface TrainState {
  readonly initial: SkillVersion;
  readonly current: SkillVersion;
  readonly best: SkillVersion;
  readonly bestStep: number;
  /** Gate scores as last measured; for reports only, no decision reads them where the gate tests. */
  readonly currentScore: number | null;
  readonly bestScore: number | null;
  /** What the trial that accepted the best skill saw of it, per task: the luck it was chosen for is in there. */
  readonly bestSeen: readonly number[];
  readonly baselineScore: number | null;
  /** The epoch's step buffer. */
  readonly digests: readonly StepDigest[];
  /** Advice to the optimizer, with what it earned. */
  readonly advice: AdviceRecord | undefined;
  /** The skill at the end of the previous epoch. */
  readonly epochSkill: SkillVersion | undefined;
  /** Items of refused bundles that were measured to help; they join the next proposal. */
  readonly kept: readonly UpdateItem[];
  /** Appendix notes that wait to be measured. */
  readonly notes: readonly { readonly text: string; readonly chances: number }[];
  readonly rules: readonly RuleProvenance[];
  /** Effects measured item by item, by the item's id. */
  readonly effects: ReadonlyMap<string, number>;
  readonly history: readonly StepRecord[];
  readonly pool: ReadonlyMap<Hash, PoolEntry>;
  /** The first training rollout that failed: its task, and what the scorer said. */
  readonly firstWrong: string | undefined;
  /** Skills that looked better, but the gate could not decide about. */
  readonly open: ReadonlySet<Hash>;
  /** Changes that were made to the incumbent and not yet tried. */
  readonly draft: Draft | undefined;
  /** What the last trial since the last acceptance could not decide about: it looked better. */
  readonly left: Left | undefined;
  /** Parts that the draft had when it was last tried early. */
  readonly triedParts: number;
  /** Lines that others took the place of, by the text of the newer one. */
  readonly replaced: ReadonlyMap<string, string>;
  /** What analysts have read: failures by skill, task, reply and advice, successes by task. */
  readonly read: ReadonlySet<string>;
  /** Words of all replies: what an idea can tell to answer. */
  readonly said: ReadonlySet<string>;
  /** Types of tasks on which the last accepted candidate is worse than what it replaced. */
  readonly fallen: readonly TypeFall[];
  /** Types of too few validation tasks to see them fall. */
  readonly unwatched: readonly string[];
  /** Ideas of the run with their votes, and what training rollouts said of them: the one memory of harm and of proof. */
  readonly ideas: readonly Idea[];
  /** The changes behind every skill that was tried. */
  readonly bundles: ReadonlyMap<Hash, readonly UpdateItem[]>;
  readonly proposers: ReadonlyMap<string, ProposerRecord>;
  readonly accepted: number;
  readonly refused: number;
  readonly undecided: number;
  readonly skipped: number;
  /** Steps since the last accepted candidate, or since the draft last grew. */
  readonly fruitless: number;
  readonly restarts: number;
}

/** The skill that the next change builds on. */
export function baseOf({ draft, current }: TrainState): SkillVersion {
  return draft?.version ?? current;
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
    replaced: new Map(),
    fallen: [],
    unwatched: [],
    read: new Set(),
    said: new Set(),
    kept: [],
    notes: [],
    rules: [],
    effects: new Map(),
    history: [],
    pool: new Map(),
    firstWrong: undefined,
    open: new Set(),
    draft: undefined,
    left: undefined,
    triedParts: 0,
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
