import { z } from 'zod';
import { Json } from '../json.ts';
import type { Message, Usage } from '../ports/model-client.ts';
import type { Outcome, Score } from '../outcome.ts';

/** The files of a skill by relative path; `SKILL.md` is always there. */
export const SkillFiles = z.record(z.string().min(1), z.string());
export type SkillFiles = Readonly<z.infer<typeof SkillFiles>>;

export const Split = z.enum(['train', 'validation', 'test']);
export type Split = z.infer<typeof Split>;

/** One task of a skill, as data. */
export const SkillTask = z.strictObject({
  id: z.string().min(1),
  /** What the agent is asked. */
  text: z.string(),
  /** The kind of task, for reports per kind. */
  type: z.string().optional(),
  /** What a scorer needs: gold answers, tests, limits. */
  data: Json,
  /** Texts that must never enter a skill: gold answers and the like. */
  secrets: z.array(z.string()).optional(),
});
export type SkillTask = z.infer<typeof SkillTask>;

/** One try of a skill on a task. Equal requests to one world are the same rollout; `repeat` makes fresh ones. */
export interface RolloutRequest {
  readonly task: SkillTask;
  readonly skill: SkillFiles;
  readonly repeat: number;
  /** Whether the agent may see the scorer's feedback between turns: training rollouts only. */
  readonly mayShowFeedback: boolean;
}

/** Where a skill is tried: tasks in three splits, and rollouts that end with a score. */
export interface SkillWorld {
  readonly name: string;
  readonly isSimulated: boolean;
  /** All that decides a score beside skill, task and repeat: model, sampler, scorer, code version. Part of every key. */
  readonly fingerprint: Json;
  /** The most one rollout can use; a budget reserves it before each, and charges it where the usage is not known. */
  readonly ceiling?: Usage;
  /**
   * What one rollout usually uses, as far as can be told beforehand. A budget then counts its room in what rollouts are seen to use, and
   * lets each one begin only while its ceiling fits below the limits.
   */
  readonly usual?: Usage;
  tasks(split: Split): readonly SkillTask[];
  /** Never throws for a failure of the infrastructure: that is an unscored outcome. */
  rollout(request: RolloutRequest, signal?: AbortSignal): Promise<Outcome>;
  /** Prompts of this world in place of the general ones, by role. */
  readonly prompts?: Readonly<Record<string, string>>;
}

/** Scores a reply. */
export interface Scorer {
  readonly name: string;
  /** Settings and version: part of every key. */
  readonly fingerprint: Json;
  /** `spend` is told what each call of a judge used. */
  score(reply: ScorableReply, task: SkillTask, signal?: AbortSignal, spend?: Spend): Score | Promise<Score>;
}

/** Takes the usage of one call; none where the model does not tell it. */
export type Spend = (usage: Usage | undefined) => void;

/** What there is to score: the final text, and the files an agent left in its workspace. */
export interface ScorableReply {
  readonly text: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Which look of a judge this is, from 0; another one is asked for anew. */
  readonly look?: number;
}

/** Runs untrusted commands with limits. A command that fails is a value; a sandbox that fails is a Fault `sandbox/…`. */
export interface Sandbox {
  run(job: SandboxJob, signal?: AbortSignal): Promise<SandboxResult>;
}

export interface SandboxJob {
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly milliseconds: number;
  readonly megabytes: number;
}

export interface SandboxResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
}

/** A coding agent run from its command line, in a throw-away workspace with the skill installed where it looks for it. */
export interface Harness {
  /** Program, version and settings: part of every key. */
  readonly id: string;
  readonly isSimulated: boolean;
  run(request: HarnessRequest, signal?: AbortSignal): Promise<HarnessReply>;
}

export interface HarnessRequest {
  readonly prompt: string;
  readonly skill: SkillFiles;
  readonly files: Readonly<Record<string, string>>;
  readonly seed: number;
}

export interface HarnessReply extends ScorableReply {
  readonly transcript: readonly Message[];
  readonly usage?: Usage;
}
