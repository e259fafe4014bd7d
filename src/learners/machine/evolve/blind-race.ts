import { type HypothesisClass, hypothesisClasses, type Learnt, race, raceDefaults } from '#learners/machine/hypotheses';
import type { AnyTemplate, BitFace } from '#foundation/contracts/tasks';
import { createRng } from '#foundation/kernel';
import type { Score } from '#tasks/play';
import { settingOf } from '#tasks/settings';
import { scoreActor, TaskPractice, type TaskSource } from './task-practice.ts';

/** What a blind race is about. */
export interface BlindRaceOptions {
  readonly template: AnyTemplate;
  readonly level: number;
  readonly seed: string | number;
  /** Held-out tasks on which the installed winner is scored. */
  readonly tasks: number;
  readonly skills?: readonly Learnt[];
  /** Whether what recurs in these skills makes terms cheaper; it does unless told. */
  readonly hasLibrary?: boolean;
  /** Another face of the same tasks. */
  readonly face?: BitFace<unknown, unknown>;
  /** Classes that compete, and what they may spend. Unless told, all classes compete under the defaults. */
  readonly classes?: readonly HypothesisClass[];
  readonly budget?: { readonly episodes: number; readonly effort: number };
}

/** How a blind race ended, scored on held-out tasks. */
export interface BlindRace {
  readonly template: string;
  readonly level: number;
  readonly seed: string | number;
  /** The class that won, or none. */
  readonly class: string | null;
  readonly says: string | null;
  /** Mean normalised score of the installed machine, half the width of its 95 % interval, and the ratio of sums. */
  readonly score: number;
  readonly interval: number;
  readonly ratio: number;
  readonly tasks: number;
  readonly episodes: number;
  readonly effort: number;
  readonly carried: boolean;
  readonly gates: number;
  readonly thinkSteps: number;
  readonly learnt: Learnt | null;
}

/** Races all classes on training tasks under the default budgets, and lets the installed winner play held-out ones. Nobody chooses. */
export function blindRace(options: BlindRaceOptions): BlindRace {
  const { template, level, seed, tasks, skills = [], hasLibrary = true, face } = options;
  const { classes = hypothesisClasses, budget } = options;
  const source = (split: TaskSource['split']): TaskSource => ({
    template,
    setting: settingOf(template, level),
    seed,
    split,
    ...(face !== undefined && { face }),
  });
  const { winner, spent } = race({
    ...raceDefaults,
    ...(budget !== undefined && { budget }),
    classes,
    skills,
    hasLibrary,
    practice: new TaskPractice(source('train')),
    rng: createRng(`blind-race/${template.name}/${level}/${seed}`),
  });
  const scores = winner === undefined ? [] : scoreActor(winner.installed, source('test'), tasks);
  return {
    template: template.name,
    level,
    seed,
    class: winner?.learnt.class ?? null,
    says: winner?.says ?? null,
    ...summaryOf(scores),
    ...spent,
    carried: winner?.carried ?? false,
    gates: winner?.gates ?? 0,
    thinkSteps: winner?.thinkSteps ?? 0,
    learnt: winner?.learnt ?? null,
  };
}

/** Mean with half of its interval, and the ratio of sums, which is steadier where the optimum is an expectation. */
function summaryOf(scores: readonly Score[]): Pick<BlindRace, 'score' | 'interval' | 'ratio' | 'tasks'> {
  const found = scores.flatMap(({ normalised }) => normalised ?? []);
  if (found.length === 0) return { score: 0, interval: 0, ratio: 0, tasks: scores.length };
  const score = found.reduce((sum, one) => sum + one, 0) / found.length;
  const variance = found.reduce((sum, one) => sum + (one - score) ** 2, 0) / Math.max(1, found.length - 1);
  const sum = (of: (one: Score) => number): number => scores.reduce((total, one) => total + of(one), 0);
  const stake = sum(({ optimal, random }) => optimal - random);
  return {
    score,
    interval: 1.96 * Math.sqrt(variance / found.length),
    ratio: stake === 0 ? 0 : sum(({ reward, random }) => reward - random) / stake,
    tasks: scores.length,
  };
}
