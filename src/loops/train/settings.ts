import type { GateSettings } from '#gate';
import type { EditBudgetRule } from '#schedule';
import type { PairPolicy, UpdateMode } from '#skill';
import type { Limits, Price } from '../budget/limits.ts';
import type { Role } from '../budget/budget.ts';
import { type Patience, usualPatience } from '../rollout/backoff.ts';

/** Which score the gate looks at; `mixed` is (1 − w)·hard + w·soft. */
export type GateMetric = 'hard' | 'soft' | 'mixed';

/** Ways to make a candidate: the optimizer's edits or rewrite, a merge of two skills of the pool, or a coding agent. */
export type ProposerName = 'edits' | 'rewrite' | 'merge' | 'agent';

/** Everything a run of skill training is asked to do. Effort is counted; only `limits.milliseconds` looks at a clock. */
export interface TrainSettings {
  readonly seed: number;
  readonly epochs: number;
  readonly batchSize: number;
  /** Micro-batches per step. */
  readonly accumulation: number;

  readonly minibatchSize: number;
  readonly mergeBatchSize: number;
  readonly analystWorkers: number;
  readonly failureOnly: boolean;
  /** Off: analysts see replies alone, not what led to them. */
  readonly showsTranscripts?: boolean;
  /** A rollout whose hard score is below this is a failure. */
  readonly failBelow: number;

  readonly updateMode: UpdateMode;
  readonly editBudget: number;
  readonly minEditBudget: number;
  readonly editBudgetRule: EditBudgetRule;
  /** `fixed` follows the rule, `autonomous` asks the optimizer, `none` keeps every item. */
  readonly editBudgetControl: 'fixed' | 'autonomous' | 'none';

  readonly slowUpdate: boolean;
  readonly slowUpdateSamples: number;
  /** `force` is the original's default: guidance stays without being measured. */
  readonly slowUpdateGate: 'measure' | 'force';
  readonly pairPolicy: PairPolicy;
  readonly metaSkill: boolean;
  readonly skillAware: boolean;
  readonly appendixSource: 'both' | 'failure_only';
  /** Notes above this number are consolidated; 0 never. */
  readonly consolidateAbove: number;

  readonly gate: Omit<GateSettings, 'tasks'>;
  readonly gateMetric: GateMetric;
  readonly mixedWeight: number;
  /** Validation tasks in use; 0 is all of them. */
  readonly validationTasks: number;
  readonly testTasks: number;
  readonly testAtEnd: boolean;

  readonly search: SearchSettings;
  /** What else should become small, beside a high score; nothing unless told. */
  readonly objectives?: ObjectiveSettings;
  readonly rollouts: {
    readonly concurrency: number;
    readonly patience: Patience;
    readonly minimumCoverage: number;
  };
  readonly limits: Limits;
  readonly prices: Readonly<Partial<Record<Role, Price>>>;

  readonly reasoningEffort?: string;
  readonly rewriteReasoningEffort?: string;
  readonly rewriteMaxTokens?: number;
  /** Tokens of rollouts that one optimizer prompt may hold. */
  readonly contextTokens?: number;
  /** Prompts by role, over the world's own. */
  readonly prompts: Readonly<Record<string, string>>;
}

/** Length and cost as further objectives. The score stays what the gate decides by. */
export interface ObjectiveSettings {
  /** Most tokens of SKILL.md: a longer candidate is not tried. */
  readonly skillTokens?: number;
  /** After training, leave out lines for a shorter skill, or for rollouts that use fewer tokens. */
  readonly reduce?: 'nothing' | 'length' | 'cost';
  /** The expected score may fall by less than this for it. */
  readonly margin?: number;
  /** Training tasks on which lines are left out one group after another, and most rollouts in all. */
  readonly screenTasks?: number;
  readonly screenRollouts?: number;
}

export const objectiveDefaults = {
  reduce: 'nothing',
  margin: 0.1,
  screenTasks: 40,
  screenRollouts: 1000,
} as const satisfies ObjectiveSettings;

/** How the space of skills is searched. Greedy is a pool of one and one proposer. */
export interface SearchSettings {
  /** Skills kept beside the incumbent: undecided ones that lead on some training task. */
  readonly pool: number;
  readonly proposers: readonly ProposerName[];
  /** Steps without an accepted candidate before the search restarts; 0 never. */
  readonly patience: number;
  readonly restarts: number;
  /** Training tasks per item on which a refused bundle is taken apart, and each rule of the best skill is measured; 0 never. */
  readonly creditTasks: number;
  /** Steps that a draft may take before it is tried; 1 tries every candidate at once, as the original does. */
  readonly draftSteps: number;
  /** How often the analysts read the same rollouts, each time in other minibatches. */
  readonly readings: number;
  /** Analysts that must have had an idea before it is used, where any idea has so many; 1 uses all. */
  readonly votes: number;
}

/** One configuration for every world. */
export const usualSettings: TrainSettings = {
  seed: 1,
  epochs: 8,
  batchSize: 40,
  accumulation: 1,
  minibatchSize: 8,
  mergeBatchSize: 8,
  analystWorkers: 16,
  failureOnly: false,
  failBelow: 1,
  updateMode: 'patch',
  editBudget: 8,
  minEditBudget: 2,
  editBudgetRule: 'cosine',
  editBudgetControl: 'fixed',
  slowUpdate: false,
  slowUpdateSamples: 20,
  slowUpdateGate: 'measure',
  pairPolicy: 'mixed',
  metaSkill: false,
  skillAware: false,
  appendixSource: 'both',
  consolidateAbove: 20,
  gate: {},
  gateMetric: 'hard',
  mixedWeight: 0.5,
  validationTasks: 0,
  testTasks: 0,
  testAtEnd: true,
  search: {
    pool: 4,
    proposers: ['edits'],
    patience: 6,
    restarts: 0,
    creditTasks: 3,
    draftSteps: 64,
    readings: 3,
    votes: 2,
  },
  rollouts: { concurrency: 16, patience: usualPatience, minimumCoverage: 0.8 },
  limits: {},
  prices: {},
  prompts: {},
};
