import type { Dispatcher, Journal, Progress } from '#foundation/contracts/ports';
import { type Stopwatch, untilSpent } from '#ratchet/budget';
import type { Knobs } from '#schedule';
import type { ScheduleRule } from '#schedule/domains';
import type { LevelRule } from '#schedule/lessons';
import type { FindTemplate } from '#tasks/registry';
import type { EvolveConfig, Part } from './config.ts';
import type { MainCache } from './main-cache.ts';
import type { Order } from './order.ts';
import type { Profile } from './profile.ts';

/** What every phase works with. */
export interface EvolveRun {
  readonly seed: number;
  readonly config: EvolveConfig;
  readonly profile: Profile;
  /** Built-in templates and those of the user, by name. */
  readonly find: FindTemplate;
  readonly journal: Journal;
  readonly dispatcher: Dispatcher;
  readonly progress: Progress;
  /** The machine of B_main, made when it is needed. All that it holds follows from the state. */
  readonly cache: MainCache;
  /** What a person told the run, after the first `taken` orders. */
  readonly orders: (taken: number) => Order[];
  /** Says before each unit of work whether the run ends there. */
  readonly stopwatch: Stopwatch;
}

/** Knobs as they are turned now: a person may turn them while a run is under way. */
export interface Turned {
  readonly knobs: Knobs;
}

/** What a run was asked to do: all that booking depends on besides the state and what happened. */
export type EvolveTerms = Pick<EvolveRun, 'config' | 'profile' | 'find'>;

export function isWithout({ config }: Pick<EvolveRun, 'config'>, part: Part): boolean {
  return config.without.includes(part);
}

export function domainRule(run: EvolveRun): ScheduleRule {
  return isWithout(run, 'domains') ? 'uniform' : run.config.schedule;
}

export function levelRule(run: EvolveRun): LevelRule {
  return isWithout(run, 'levels') ? 'uniform' : run.config.schedule;
}

/** Whether the run ends before a unit of work. */
export async function stops({ journal, stopwatch }: EvolveRun, unit: string): Promise<boolean> {
  return (await untilSpent(journal, { unit }, () => stopwatch.goOn(unit))) !== null;
}
