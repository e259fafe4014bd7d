import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import { Checkpoint, type Trainer } from '#foundation/contracts/self-play';
import { Fault, hashOf } from '#foundation/kernel';
import {
  type Corpus,
  corpusHash,
  type EmbeddedStart,
  type Schooling,
  schoolStart,
  selfplay,
  type SelfPlayPorts,
  type SelfPlaySettings,
  type SelfPlaySummary,
} from '#learners/model/selfplay';
import { keepContent } from '#ratchet/certify';
import type { Examiner } from '#world/models/practice';
import { mean, pairedInterval } from '#foundation/statistics';
import { type Ended, openRun, type OpenedRun, type Over, type RunBooks, type RunPorts } from '#ratchet/open-run';
import { memoryBooks } from './memory-books.ts';
import { systemTimer } from './system-timer.ts';

interface CorpusSource {
  readonly kind: 'corpus';
  readonly corpus: Corpus;
  readonly schooling: Schooling;
  readonly seed: number;
}

/** Where the embedded start checkpoint comes from: a corpus that it is schooled on, or a file. */
export type StartSource = CorpusSource | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string };

/** Everything that a run of self-play is made of. */
export interface SelfPlayParts extends Pick<SelfPlayPorts, 'judge' | 'form' | 'weak' | 'prices'> {
  readonly settings: SelfPlaySettings;
  /** Absent where no role is embedded. */
  readonly start?: StartSource;
  /** Makes the trainers of both roles; the start is there where a role is embedded. */
  readonly trainers: (start: EmbeddedStart | undefined) => SelfPlayPorts['trainers'];
  /** What else decides how the run goes, such as trainers and models. */
  readonly fingerprint: Json;
  /** The models by role, for people who look at the run. */
  readonly models?: Readonly<Record<string, Json>>;
  /** Who knows the truth, where someone does: asked for questions before the run, and for grades after it. */
  readonly examiner?: Examiner;
  /** Questions of the examination per family. */
  readonly examSize?: number;
  readonly resume?: string;
  /** Schools elsewhere what takes minutes; in this thread unless told. */
  readonly school?: (source: CorpusSource, progress: SelfPlayWatch['progress']) => Promise<Uint8Array>;
}

/** What the truth says of the solver, before and after; none of it was known to the run. */
export type Exam = {
  readonly questions: number;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** The same of the families that the judge can judge. */
  readonly judgeable: {
    readonly questions: number;
    readonly before: number;
    readonly after: number;
    readonly low: number;
    readonly high: number;
  };
};

export type SelfPlayed = SelfPlaySummary &
  Ended & {
    readonly exam: Exam | null;
    /** What the start checkpoint was trained on. */
    readonly startedFrom: string;
  };

export interface SelfPlayWatch {
  readonly watch?: SelfPlayPorts['watch'];
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
  readonly over?: Over;
}

/** A run of self-play that was opened. */
export interface SelfPlayRun extends Pick<OpenedRun, 'run' | 'isDone'> {
  play(ports?: SelfPlayWatch): Promise<SelfPlayed>;
}

const Request = z.strictObject({
  settings: z.string(),
  world: z.string(),
  /** The models by role, in clear, for people. */
  models: z.record(z.string(), Json).optional(),
});

/** The one place where a run of self-play is put together, for the command and for programs. */
export function openSelfPlay(parts: SelfPlayParts, books: RunBooks = memoryBooks): SelfPlayRun {
  const opened = openRun(
    {
      learner: 'selfplay',
      seed: parts.settings.seed,
      config: requestOf(parts),
      read: (stored) => Request.parse(stored),
      same: ({ settings, world }) => ({ settings, 'start, judge or models': world }),
      resume: parts.resume,
    },
    books,
  );
  return {
    run: opened.run,
    isDone: opened.isDone,
    play: ({ over, ...watching } = {}) =>
      opened.conduct(systemTimer, over, (ports) => playWith(ports, parts, watching)),
  };
}

function requestOf(parts: SelfPlayParts): z.infer<typeof Request> {
  return {
    settings: hashOf(Json.parse(JSON.parse(JSON.stringify(parts.settings)))),
    world: hashOf(worldOf(parts)),
    ...(parts.models === undefined ? {} : { models: { ...parts.models } }),
  };
}

/** Who takes part: kept under the hash that the configuration names. */
function worldOf({ form, judge, start, fingerprint, examSize }: SelfPlayParts): Json {
  return {
    form: form.id,
    judge: judge.id,
    isSimulated: judge.isSimulated,
    start: start === undefined ? null : sourceId(start),
    fingerprint,
    examSize: examSize ?? 0,
  };
}

function sourceId(start: StartSource): string {
  return start.kind === 'file'
    ? hashOf(start.bytes)
    : hashOf({ corpus: corpusHash(start.corpus), schooling: { ...start.schooling }, seed: start.seed });
}

async function playWith(
  { journal, timer, blobs }: RunPorts,
  parts: SelfPlayParts,
  { watch, progress }: Omit<SelfPlayWatch, 'over'>,
): Promise<{ readonly summary: Omit<SelfPlayed, keyof Ended>; readonly kept: unknown }> {
  const { settings, form, judge, examiner, start: source } = parts;
  keepContent(journal, worldOf(parts));
  const start = source === undefined ? undefined : await openStart(parts, source, { journal, blobs, progress });
  const trainers = parts.trainers(start);
  const exam =
    examiner === undefined
      ? []
      : await journal.step('draw-exam', { size: parts.examSize ?? 30 }, async () => [
          ...(await examiner.draw(parts.examSize ?? 30)),
        ]);
  const summary = await selfplay(settings, {
    trainers,
    judge,
    form,
    journal,
    blobs,
    timer,
    reserved: new Set(exam),
    ...(parts.weak === undefined ? {} : { weak: parts.weak }),
    ...(parts.prices === undefined ? {} : { prices: parts.prices }),
    ...(watch === undefined ? {} : { watch }),
  });
  const graded =
    examiner === undefined
      ? null
      : await examine({ exam, examiner, trainer: trainers.solver, journal, blobs }, parts, summary);
  if (graded !== null) journal.emit('exam-taken', { ...graded });
  const startedFrom = source === undefined ? 'models as served' : wordsOf(source);
  return { summary: { ...summary, exam: graded, startedFrom }, kept: { ...summary, exam: graded } };
}

function wordsOf(source: StartSource): string {
  if (source.kind === 'file') return `the checkpoint ${source.name}`;
  const { corpus, schooling } = source;
  return `random weights, schooled for ${schooling.steps} steps on ${corpus.length} questions with answers (hash ${corpusHash(corpus).slice(0, 12)})`;
}

interface Opening {
  readonly journal: Journal;
  readonly blobs: RunPorts['blobs'];
  readonly progress: SelfPlayWatch['progress'];
}

/** Schools the start checkpoint once, and keeps it with the run. */
async function openStart(
  { form, school }: SelfPlayParts,
  source: StartSource,
  { journal, blobs, progress }: Opening,
): Promise<EmbeddedStart> {
  const id = sourceId(source);
  const hash = await journal.step('start-checkpoint', { source: id }, async () => {
    if (source.kind === 'file') return journal.putBlob(source.bytes);
    const { corpus, schooling, seed } = source;
    const told = progress === undefined ? {} : { progress };
    return journal.putBlob(
      (await school?.(source, progress)) ?? schoolStart(corpus, form, { seed, schooling, ...told }),
    );
  });
  const bytes = blobs.getBlob(hash);
  if (bytes === undefined) throw new Fault('lm/bad-checkpoint', 'the store has no start checkpoint');
  return { id, bytes };
}

interface Examination {
  readonly exam: readonly string[];
  readonly examiner: Examiner;
  readonly trainer: Trainer;
  readonly journal: Journal;
  readonly blobs: RunPorts['blobs'];
}

/** Lets the solvers of the start and of the end answer the examination, after the run. */
async function examine(
  { exam, examiner, trainer, journal, blobs }: Examination,
  { form, settings }: SelfPlayParts,
  summary: SelfPlaySummary,
): Promise<Exam> {
  const gradesOf = (checkpoint: Checkpoint): Promise<{ isRight: boolean; isJudgeable: boolean }[]> =>
    journal.step('exam', { checkpoint: checkpoint.id, exam: hashOf([...exam]) }, async () => {
      const bytes = checkpoint.id === summary.checkpoints.solver ? blobs.getBlob(summary.snapshot) : undefined;
      if (bytes !== undefined && trainer.computed !== undefined) trainer.computed.adopt(checkpoint, () => bytes);
      const sampler = await trainer.serve(checkpoint);
      const replies = await sampler.sample(
        exam.map((question) => ({
          prompt: form.put(question),
          seed: 0,
          temperature: 0,
          maxTokens: settings.answerTokens,
        })),
      );
      const answers = exam.map((question, i) => ({ question, answer: form.answerIn(replies[i]?.text ?? '') }));
      return (await examiner.grade(answers)).map(({ isRight, isJudgeable }) => ({ isRight, isJudgeable }));
    });
  const [first, last] = [await trainer.start(), lastCheckpoint(trainer, blobs, summary)];
  const [before, after] = [await gradesOf(first), await gradesOf(last)];
  const part = (isIn: (i: number) => boolean): Omit<Exam, 'judgeable'> => {
    const [old, now] = [before, after].map((grades) =>
      grades.filter((_, i) => isIn(i)).map(({ isRight }) => (isRight ? 1 : 0)),
    );
    if (old === undefined || now === undefined || old.length === 0)
      return { questions: 0, before: 0, after: 0, difference: 0, low: -1, high: 1 };
    const { low, high } = pairedInterval(
      now.map((right, i) => right - old[i]!),
      0.95,
    );
    return { questions: old.length, before: mean(old), after: mean(now), difference: mean(now) - mean(old), low, high };
  };
  const { difference: _difference, ...judgeable } = part((i) => before[i]!.isJudgeable);
  return { ...part(() => true), judgeable };
}

/** The solver in force at the end: an outside trainer's is kept as what names it. */
function lastCheckpoint(
  { computed }: Trainer,
  blobs: RunPorts['blobs'],
  { checkpoints, snapshot }: SelfPlaySummary,
): Checkpoint {
  if (computed !== undefined) return { id: checkpoints.solver, backend: 'embedded', where: '' };
  const bytes = blobs.getBlob(snapshot);
  if (bytes === undefined) throw new Fault('lm/bad-checkpoint', `the store has no ${checkpoints.solver}`);
  return Checkpoint.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
