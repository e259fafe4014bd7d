import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { Journal, ModelClient, Timer } from '#foundation/contracts/ports';
import type { SkillFiles, SkillWorld } from '#foundation/contracts/skills';
import { Fault, hashOf } from '#foundation/kernel';
import type { JudgingPorts } from '#learners/skill/judging';
import type { ProposingAgent } from '#ratchet/rollout';
import { train, type TrainPorts, type TrainSettings, type TrainSummary } from '#learners/skill/train';
import { createMemoryJournal, type RunJournal, type Store } from '#world/store';
import { systemTimer } from './system-timer.ts';

/** What a run needs to be taken up again, beside the tasks and models. */
const RunRequest = z.strictObject({
  skill: z.record(z.string(), z.string()),
  settings: z.string(),
  world: z.string(),
  /** What was said on the command line about models; null where nothing was. */
  model: z.string().nullable(),
  /** Where the skill came from, seen from the workspace. */
  from: z.string().optional(),
  /** The draft that it goes on with. */
  draft: z.record(z.string(), z.string()).optional(),
});
type RunRequest = z.infer<typeof RunRequest>;

/** Everything that a training run is made of. */
export interface TrainingParts {
  /** Files by path; `SKILL.md` is the document. */
  readonly skill: SkillFiles;
  readonly settings: TrainSettings;
  readonly world: SkillWorld;
  readonly optimizer: ModelClient;
  /** The coding agent of the proposer `agent`. */
  readonly agent?: ProposingAgent;
  /** The judge behind the scores, where one scores: measured before it is trusted. */
  readonly judging?: JudgingPorts;
  readonly model?: string;
  readonly from?: string;
  /** A draft of an earlier run that this one goes on with. */
  readonly draft?: SkillFiles;
  /** The run to take up again; a new one is begun unless told. */
  readonly resume?: string;
}

/** What a caller may add to a run; no decision depends on `watch` and `tell`. */
export interface TrainingPorts extends Pick<TrainPorts, 'watch' | 'tell' | 'shouldStop'> {
  /** Puts something between the run and its journal and timer, such as the end that Ctrl-C asks for. */
  readonly over?: (journal: RunJournal, timer: Timer) => { readonly journal: Journal; readonly timer: Timer };
}

/** A training run that was opened. */
export interface Training {
  readonly run: string;
  /** Whether the run had ended before: then `train` replays it and spends nothing. */
  readonly isDone: boolean;
  /** Trains to the end and closes the run. */
  train(ports?: TrainingPorts): Promise<Trained>;
}

/** What came of a run: the summary, and the hash under which anyone can check it again. */
export interface Trained extends TrainSummary {
  readonly run: string;
  readonly hash: string;
  /** Calls made again because a crash had cut them off. */
  readonly repeated: number;
}

/**
 * The one place where a training run is put together, for the command and for programs. Without a store the run is kept in memory. A
 * run is taken up again only as the run it was: other settings, tasks or models would be another run under the same name.
 */
export function openTraining(parts: TrainingParts, store?: Store): Training {
  const request = requestOf(parts);
  const found = parts.resume === undefined ? undefined : store?.getRun(parts.resume);
  if (parts.resume !== undefined) requireSame(parts.resume, found, request);
  const { seed } = parts.settings;
  const journal =
    store === undefined
      ? createMemoryJournal()
      : found === undefined
        ? store.createRun({ loop: 'train', seed, config: Json.parse(request) })
        : store.resumeRun(found.id);
  return {
    run: journal.run,
    isDone: found?.status === 'done',
    train: (ports = {}) => trainWith(journal, parts, ports),
  };
}

/** What the command line and models of a stored run were, for building it anew. */
export function requestedBy(config: unknown): {
  readonly skill: SkillFiles;
  readonly model: string | undefined;
  readonly draft: SkillFiles | undefined;
} {
  const { skill, model, draft } = RunRequest.parse(config);
  return { skill, model: model ?? undefined, draft };
}

async function trainWith(
  journal: RunJournal,
  { skill, settings, world, optimizer, agent, judging, draft }: TrainingParts,
  { over, ...ports }: TrainingPorts,
): Promise<Trained> {
  const roles = {
    world,
    optimizer,
    ...(agent === undefined ? {} : { agent }),
    ...(judging === undefined ? {} : { judging }),
  };
  const { journal: seen, timer } = over?.(journal, systemTimer) ?? { journal, timer: systemTimer };
  const begun = draft === undefined ? {} : { draft };
  const summary = await train(skill, settings, { ...roles, ...ports, ...begun, journal: seen, timer });
  const hash = journal.finish(
    Json.parse({
      accepted: summary.accepted,
      rejected: summary.rejected,
      undecided: summary.undecided,
      rollouts: summary.rollouts,
      scoreBefore: summary.score.before?.score ?? null,
      scoreAfter: summary.score.after?.score ?? null,
      skill: summary.best.hash,
      open: summary.open?.version.hash ?? null,
      simulated: summary.isSimulated,
    }),
  );
  return { ...summary, run: journal.run, hash, repeated: journal.repeatedCalls() };
}

function requestOf({ skill, settings, world, optimizer, agent, model, from, draft }: TrainingParts): RunRequest {
  const { rollouts: _how, ...what } = settings;
  const { fingerprint, name } = world;
  return {
    skill: { ...skill },
    settings: hashOf(JSON.parse(JSON.stringify(what))),
    world: hashOf({
      name,
      fingerprint,
      optimizer: optimizer.id,
      ...(agent === undefined ? {} : { agent: agent.harness.id }),
    }),
    model: model ?? null,
    ...(from === undefined ? {} : { from }),
    ...(draft === undefined ? {} : { draft: { ...draft } }),
  };
}

function requireSame(id: string, run: ReturnType<Store['getRun']>, asked: RunRequest): void {
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id} to take up again`);
  if (run.loop !== 'train') throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of train`);
  const before = RunRequest.parse(run.config);
  if (before.settings === asked.settings && before.world === asked.world) return;
  const what = before.settings === asked.settings ? 'tasks, models or scorer' : 'settings';
  throw new Fault('cli/usage', `the ${what} are not those that ${run.id} was started with`, {
    hint: 'Resume with the config file it was started with, or start a new run.',
  });
}
