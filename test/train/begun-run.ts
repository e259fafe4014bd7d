import type { ModelClient } from '#contracts/ports';
import type { SkillFiles, SkillTask, SkillWorld } from '#contracts/skills';
import { hashOf } from '#kernel';
import type { TrainSettings } from '#loops/train';
import { createMemoryJournal, createMemoryRecord } from '#store';
import { createBudget } from '../../src/loops/budget/budget.ts';
import { usualPatience } from '../../src/loops/rollout/backoff.ts';
import type { SkillVersion } from '../../src/loops/train/skill-version.ts';
import { createTrainRun, type TrainRun } from '../../src/loops/train/train-run.ts';
import { shortOptimizer, shortSettings, timeless } from './short-run.ts';

/** What a skill scores on a task; null is an outage. */
export type Scoring = (skill: string, task: SkillTask, repeat: number) => number | null;

export interface Beginning {
  readonly lines?: readonly string[];
  readonly settings?: Partial<TrainSettings>;
  readonly train?: readonly SkillTask[];
  readonly validation?: number;
  readonly optimizer?: ModelClient;
  /** Tokens of a prompt. */
  readonly tokens?: Scoring;
}

/** A rollout that was asked for. */
export interface Asked {
  readonly skill: string;
  readonly task: string;
  readonly repeat: number;
}

export interface Begun {
  readonly run: TrainRun;
  /** Rollouts in the order they began. */
  readonly made: readonly Asked[];
  eventsOf(type: string): readonly Record<string, unknown>[];
  /** Blobs of the journal. */
  kept(): number;
}

export const taskOf = (id: string, text = id): SkillTask => ({ id, text, data: null });

export const skillOf = (...lines: readonly string[]): SkillFiles => ({
  'SKILL.md': ['# Rules', '', ...lines.map((line) => `- ${line}`), ''].join('\n'),
});

export const versionOf = (...lines: readonly string[]): SkillVersion => {
  const skill = skillOf(...lines);
  return { skill, hash: hashOf(skill), origin: 'test' };
};

/** A run that has begun and taken no step yet, in a world that scores as told: its stages can be called one by one. */
export function beginRun(score: Scoring, beginning: Beginning = {}): Begun {
  const { lines = [], train = [taskOf('t0')], validation = 4, optimizer = shortOptimizer() } = beginning;
  const made: Asked[] = [];
  const splits = { train, validation: Array.from({ length: validation }, (_, i) => taskOf(`v${i}`)), test: [] };
  const world: SkillWorld = {
    name: 'told',
    isSimulated: true,
    fingerprint: 1,
    ceiling: { calls: 1, promptTokens: 20, completionTokens: 2 },
    tasks: (split) => splits[split],
    async rollout({ task, skill, repeat }) {
      const text = skill['SKILL.md']!;
      made.push({ skill: text, task: task.id, repeat });
      const hard = score(text, task, repeat);
      if (hard === null) return { kind: 'unscored', outage: 'timeout', message: 'no' };
      const usage = { calls: 1, promptTokens: beginning.tokens?.(text, task, repeat) ?? 20, completionTokens: 2 };
      return { kind: 'scored', score: { hard, soft: hard }, reply: '', transcript: [], usage };
    },
  };
  const settings = shortSettings({ testAtEnd: false, ...beginning.settings });
  const record = createMemoryRecord();
  const run = createTrainRun(
    skillOf(...lines),
    { ...settings, rollouts: { concurrency: 1, patience: { ...usualPatience, retries: 0 }, minimumCoverage: 0 } },
    { journal: createMemoryJournal(record), world, optimizer, timer: timeless },
    createBudget({ limits: settings.limits, prices: settings.prices }),
  );
  return {
    run,
    made,
    eventsOf: (type) => record.events.filter((event) => event.type === type).map(({ text }) => JSON.parse(text)),
    kept: () => record.blobs.size,
  };
}
