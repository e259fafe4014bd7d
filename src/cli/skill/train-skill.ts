import type { ModelClient, SkillFiles, SkillWorld } from '#contracts';
import { type ProposingAgent, train as trainWith, type TrainSettings, type TrainSummary, usualSettings } from '#loops';
import { createMemoryJournal, openStore } from '#store';
import { systemTimer } from './system-timer.ts';

export interface TrainOptions {
  /** Files by path; `SKILL.md` is the document. */
  readonly skill: SkillFiles;
  readonly world: SkillWorld;
  readonly optimizer: ModelClient;
  /** The coding agent of the proposer `agent`. */
  readonly agent?: ProposingAgent;
  readonly settings?: Partial<TrainSettings>;
  /** Where the run is stored; in memory alone unless told. */
  readonly workspace?: string;
}

/** Trains a skill from a program; the summary holds the best skill, the scores and why each rule is there. */
export async function train(options: TrainOptions): Promise<TrainSummary & { readonly hash: string }> {
  const { skill, world, optimizer, agent, workspace } = options;
  const settings: TrainSettings = { ...usualSettings, ...options.settings };
  const store = workspace === undefined ? undefined : openStore(workspace);
  try {
    const journal =
      store?.createRun({ loop: 'train', seed: settings.seed, config: { skill: { ...skill } } }) ??
      createMemoryJournal();
    const summary = await trainWith(skill, settings, {
      journal,
      world,
      optimizer,
      ...(agent === undefined ? {} : { agent }),
      timer: systemTimer,
    });
    const hash = journal.finish({ accepted: summary.accepted, skill: summary.best.hash });
    return { ...summary, hash };
  } finally {
    store?.close();
  }
}
