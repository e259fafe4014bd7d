import type { GateConfig } from '#ratchet/gate';
import type { Limits, Price, Role } from '#ratchet/budget';
import { type Patience, usualPatience } from '#ratchet/rollout';
import { TrainKnobs } from './knobs.ts';

/** Ways to make a candidate: the optimizer's edits or rewrite, a merge of two skills of the pool, or a coding agent. */
export type ProposerName = 'edits' | 'rewrite' | 'merge' | 'agent';

/** Everything a run of skill training is asked to do: the knobs, and what has parts of its own. Effort is counted; only `limits.milliseconds` looks at a clock. */
export interface TrainSettings extends TrainKnobs {
  readonly seed: number;
  readonly gate: GateConfig;
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
  /** Training tasks per item on which a refused bundle is taken apart; 0 never; then no draft is pruned and no rule of the best skill measured either. */
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
  ...TrainKnobs.parse({}),
  seed: 1,
  gate: {},
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
