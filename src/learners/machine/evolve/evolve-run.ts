import type { Dispatcher, Journal, Progress } from '#foundation/contracts/ports';
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
  readonly knobs: Knobs;
  readonly journal: Journal;
  readonly dispatcher: Dispatcher;
  readonly progress: Progress;
  /** The machine of B_main, made when it is needed; it holds nothing that its state does not tell. */
  readonly cache: MainCache;
  /** What a person told the run, but for the first so many. */
  readonly orders: (taken: number) => Order[];
  /** A limit in time; what it says is recorded, so that a resumed run stops at the same place. */
  readonly shouldStop: () => boolean;
}

/** What a run was asked to do: all that booking depends on besides the state and what happened. */
export type EvolveTerms = Pick<EvolveRun, 'config' | 'profile' | 'find' | 'knobs'>;

export function isWithout({ config }: Pick<EvolveRun, 'config'>, part: Part): boolean {
  return config.without.includes(part);
}

export function domainRule(run: EvolveRun): ScheduleRule {
  return isWithout(run, 'schedule') ? 'uniform' : run.config.schedule;
}

export function levelRule(run: EvolveRun): LevelRule {
  return isWithout(run, 'schedule') ? 'uniform' : run.config.schedule;
}

/** Asked before each unit of work; the answer is recorded, so a replay stops where the run stopped. */
export async function stops(run: EvolveRun, unit: string): Promise<boolean> {
  const isOver = await run.journal.step('stop', { unit }, () => run.shouldStop());
  if (isOver) run.journal.emit('budget-spent', { unit });
  return isOver;
}
