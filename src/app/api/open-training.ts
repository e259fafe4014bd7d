import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillFiles, SkillWorld } from '#foundation/contracts/skills';
import { hashOf } from '#foundation/kernel';
import type { JudgingPorts } from '#learners/skill/judging';
import { keepContent } from '#ratchet/certify';
import type { ProposingAgent } from '#ratchet/rollout';
import { train, type TrainPorts, type TrainSettings, type TrainSummary } from '#learners/skill/train';
import { type Ended, openRun, type OpenedRun, type Over, type RunBooks } from '#ratchet/open-run';
import { memoryBooks } from './memory-books.ts';
import { systemTimer } from './system-timer.ts';

/** What a run needs to be taken up again, beside the tasks and models. */
const RunRequest = z.strictObject({
  skill: z.record(z.string(), z.string()),
  settings: z.string(),
  world: z.string(),
  /** What was said on the command line about models; null where nothing was. */
  model: z.string().nullable(),
  /** The models by role, in clear, for people: what the run is the same by is `world`. */
  models: z.record(z.string(), Json).optional(),
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
  /** The models by role, for people who look at the run. */
  readonly models?: Readonly<Record<string, Json>>;
  readonly from?: string;
  /** A draft of an earlier run that this one goes on with. */
  readonly draft?: SkillFiles;
  /** The run to take up again; a new one is begun unless told. */
  readonly resume?: string;
}

/** What a caller may add to a run; no decision depends on `watch` and `tell`. */
export interface TrainingPorts extends Pick<TrainPorts, 'watch' | 'tell' | 'shouldStop'> {
  readonly over?: Over;
}

/** A training run that was opened. */
export interface Training extends Pick<OpenedRun, 'run' | 'isDone'> {
  /** Trains to the end and closes the run. */
  train(ports?: TrainingPorts): Promise<Trained>;
}

/** What came of a run. */
export type Trained = TrainSummary & Ended;

/** The one place where a training run is put together, for the command and for programs. Without a store the run is kept in memory. */
export function openTraining(parts: TrainingParts, books: RunBooks = memoryBooks): Training {
  const opened = openRun(
    {
      learner: 'train',
      seed: parts.settings.seed,
      config: requestOf(parts),
      read: (stored) => RunRequest.parse(stored),
      same: ({ settings, world }) => ({ settings, 'tasks, models or scorer': world }),
      resume: parts.resume,
    },
    books,
  );
  return { run: opened.run, isDone: opened.isDone, train: (ports = {}) => trainWith(opened, parts, ports) };
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

function trainWith(
  opened: OpenedRun,
  { skill, settings, world, optimizer, agent, judging, model, draft }: TrainingParts,
  { over, ...ports }: TrainingPorts,
): Promise<Trained> {
  const roles = {
    world,
    optimizer,
    ...(agent === undefined ? {} : { agent }),
    ...(judging === undefined ? {} : { judging }),
    ...(draft === undefined ? {} : { draft }),
  };
  return opened.conduct(systemTimer, over, async ({ journal, timer }) => {
    keepContent(journal, worldOf({ world, optimizer, agent, model }));
    const summary = await train(skill, settings, { ...roles, ...ports, journal, timer });
    const { accepted, rejected, undecided, rollouts, score, best, open, isSimulated } = summary;
    const kept = {
      accepted,
      rejected,
      undecided,
      rollouts,
      scoreBefore: score.before?.score ?? null,
      scoreAfter: score.after?.score ?? null,
      skill: best.hash,
      open: open?.version.hash ?? null,
      simulated: isSimulated,
    };
    return { summary, kept };
  });
}

/** Who took part: kept under the hash that the configuration names. */
function worldOf({
  world: { name, fingerprint, isSimulated },
  optimizer,
  agent,
  model,
}: Pick<TrainingParts, 'world' | 'optimizer'> & {
  agent: TrainingParts['agent'];
  model: TrainingParts['model'];
}): Json {
  return Json.parse({
    name,
    fingerprint,
    isSimulated,
    optimizer: optimizer.id,
    ...(agent === undefined ? {} : { agent: agent.harness.id }),
    model: model ?? null,
  });
}

function requestOf({
  skill,
  settings,
  world,
  optimizer,
  agent,
  model,
  models,
  from,
  draft,
}: TrainingParts): RunRequest {
  const { rollouts: _how, ...what } = settings;
  return {
    skill: { ...skill },
    settings: hashOf(JSON.parse(JSON.stringify(what))),
    world: hashOf(worldOf({ world, optimizer, agent, model })),
    model: model ?? null,
    ...(models === undefined ? {} : { models: { ...models } }),
    ...(from === undefined ? {} : { from }),
    ...(draft === undefined ? {} : { draft: { ...draft } }),
  };
}
