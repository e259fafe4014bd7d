import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { hashOf } from '#foundation/kernel';
import type { TrainSettings } from '#learners/skill/train';
import type { UpdateItem } from '#learners/skill/edits';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { createBudget } from '../../src/ratchet/budget/budget.ts';
import { usualPatience } from '../../src/ratchet/rollout/backoff.ts';
import type { Step } from '../../src/learners/skill/train/propose/step.ts';
import type { SkillVersion } from '../../src/learners/skill/train/skill-version.ts';
import type { SteeredRun } from '../../src/learners/skill/train/trial/strategy.ts';
import { createTraining } from '../../src/learners/skill/train/create-training.ts';
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
  /** Partial credit; the score itself unless told. */
  readonly soft?: Scoring;
  /** The type of the validation task of a number. */
  readonly typeOf?: (index: number) => string;
}

/** A rollout that was asked for. */
export interface Asked {
  readonly skill: string;
  readonly task: string;
  readonly repeat: number;
}

export interface Begun {
  readonly run: SteeredRun;
  /** Rollouts in the order they began. */
  readonly made: readonly Asked[];
  readonly eventsOf: (type: string) => readonly Record<string, unknown>[];
  /** Ends the run: how many blobs it has kept. */
  readonly countBlobs: () => number;
}

export const taskOf = (id: string, text = id): SkillTask => ({ id, text, data: null });

export const skillOf = (...lines: readonly string[]): SkillFiles => ({
  'SKILL.md': ['# Rules', '', ...lines.map((line) => `- ${line}`), ''].join('\n'),
});

export const versionOf = (...lines: readonly string[]): SkillVersion => {
  const skill = skillOf(...lines);
  return { skill, hash: hashOf(skill), origin: 'test' };
};

export const words = ['amber', 'basil', 'cedar', 'delta'];
export const wordTasks = words.map((word) => taskOf(word, `Sort ${word}`));
export const item = (id: string, content: string, causes: string[] = []): UpdateItem => ({
  kind: 'edit',
  origin: { id, source: 'failure', support: 1, causes },
  edit: { op: 'append', target: '', content: `- ${content}` },
});
export const stepOf = (parent: SkillVersion, rest: Partial<Step> = {}): Step => ({
  plan: { step: 3, epoch: 1, batches: [], endsEpoch: false },
  inEpoch: 1,
  parent,
  proposer: 'edits',
  mode: 'patch',
  maker: { step: 3, epoch: 1, proposer: 'edits' },
  advice: '',
  history: '',
  ...rest,
});
/** An optimizer that must not be asked. */
export const nobody: ModelClient = {
  ...shortOptimizer(),
  complete: () => Promise.reject(new Error('nobody was to be asked')),
};
export const searching = (change: Partial<TrainSettings['search']>): TrainSettings['search'] => ({
  ...shortSettings().search,
  ...change,
});

function validationTask(index: number, { typeOf }: Beginning): SkillTask {
  return { ...taskOf(`v${index}`), ...(typeOf === undefined ? {} : { type: typeOf(index) }) };
}

/** A run that has begun and taken no step yet, in a world that scores as told: its stages can be called one by one. */
export function beginRun(score: Scoring, beginning: Beginning = {}): Begun {
  const { lines = [], train = [taskOf('t0')], validation = 4, optimizer = shortOptimizer() } = beginning;
  const made: Asked[] = [];
  const splits = {
    train,
    validation: Array.from({ length: validation }, (_, i) => validationTask(i, beginning)),
    test: [],
  };
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
      return {
        kind: 'scored',
        score: { hard, soft: beginning.soft?.(text, task, repeat) ?? hard },
        reply: '',
        transcript: [],
        usage,
      };
    },
  };
  const settings = shortSettings({ testAtEnd: false, ...beginning.settings });
  const events: { readonly type: string; readonly text: string }[] = [];
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const training = createTraining(
    skillOf(...lines),
    { ...settings, rollouts: { concurrency: 1, patience: { ...usualPatience, retries: 0 }, minimumCoverage: 0 } },
    { journal, world, optimizer, timer: timeless },
    createBudget({ limits: settings.limits, prices: settings.prices }),
  );
  const run = training.unitOf(training.initial);
  return {
    run: {
      ...run,
      get state() {
        return run.state;
      },
      emit(type, data) {
        events.push({ type, text: JSON.stringify(data) });
        run.emit(type, data);
      },
    },
    made,
    eventsOf: (type) => events.filter((event) => event.type === type).map(({ text }) => JSON.parse(text)),
    countBlobs: () => {
      journal.finish({});
      return record.blobs.size;
    },
  };
}
