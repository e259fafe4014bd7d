import type { Timer } from '#foundation/contracts/ports';
import type { AnswerJudge, QuestionForm, Trainer } from '#foundation/contracts/self-play';
import { mean } from '#foundation/statistics';
import {
  createEmbeddedTrainer,
  embeddedKnobs,
  type EmbeddedStart,
  type QuestionRecord,
  scaledSettings,
  selfplay,
  type SelfPlaySettings,
  usualSelfPlay,
} from '#learners/model/selfplay';
import type { loadPracticeWorlds } from '#world/models';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import type { ArmResult } from './arm-result.ts';
import { arms } from './arms.ts';
import type { Cell, World } from './cells.ts';

type Worlds = Awaited<ReturnType<typeof loadPracticeWorlds>>;

const quiet: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

export interface ArmJob {
  readonly arm: string;
  readonly cell: Cell;
  readonly seed: number;
  /** The number of the start checkpoint, and what it is. */
  readonly startNumber: number;
  readonly start: EmbeddedStart;
  readonly judgeCalls: number;
  readonly perFamily: number;
}

/** Runs one arm until its judge calls are used up, and lets the truth have a look at what came of it. */
export async function playArm(worlds: Worlds, job: ArmJob): Promise<ArmResult> {
  const { arm, cell, seed, start, startNumber, judgeCalls } = job;
  const world = cell.world(worlds, seed);
  const form = cell.form();
  const exam = world.exam(job.perFamily, 'exam');
  const record = createMemoryRecord();
  const trainers = {
    generator: createEmbeddedTrainer(start, embeddedKnobs),
    solver: createEmbeddedTrainer(start, embeddedKnobs),
  };
  const settings: SelfPlaySettings = {
    ...usualSelfPlay,
    ...arms[arm],
    ...scaledSettings({ judgeCalls }),
    seed,
    iterations: 10_000,
    // The arms are compared before any gate: what is measured is what they learn.
    gate: { ...usualSelfPlay.gate, every: 100_000, questions: 0 },
    finalQuestions: 0,
    limits: { judgeCalls },
  };
  const told: Told = { solver: '', generator: '', updates: 0, held: 0, blobs: [] };
  const summary = await selfplay(settings, {
    trainers,
    judge: judgementsAlone(world.judge),
    form,
    journal: createMemoryJournal(record),
    blobs: { getBlob: (hash) => record.blobs.get(hash) },
    timer: quiet,
    reserved: new Set(exam.map(({ question }) => question)),
    watch: listener(told),
  });
  const [before, after] = [
    await examine(world, form, trainers.solver, { id: '', exam }),
    await examine(world, form, trainers.solver, { id: told.solver, exam }),
  ];
  const batches = told.blobs.map((hash) => readRecords(record.blobs.get(hash)));
  return {
    arm,
    seed,
    start: startNumber,
    cell: cell.title,
    accuracy: after.judgeable,
    accuracyAll: after.all,
    startAccuracy: before.judgeable,
    judgeCalls: summary.judgeCalls,
    modelCalls: summary.modelCalls,
    pairs: summary.pairs,
    labelsTrue: labelsTrue(world, batches.flat()),
    ...shiftsOf(world, batches),
    asked: {
      first: await judgeableAsked(world, form, trainers.generator, ''),
      last: await judgeableAsked(world, form, trainers.generator, told.generator),
    },
    updates: told.updates,
    held: told.held,
  };
}

/** What the events of a run say of its roles and questions. */
interface Told {
  solver: string;
  generator: string;
  updates: number;
  held: number;
  readonly blobs: string[];
}

function listener(told: Told): (type: string, data: Readonly<Record<string, unknown>>) => void {
  return (type, data) => {
    if (type === 'solver-updated') told.solver = String(data['checkpoint']);
    if (type === 'generator-updated') {
      told.generator = String(data['checkpoint']);
      told.updates += 1;
    }
    if (type === 'generator-held') {
      told.generator = String(data['back']);
      told.held += 1;
    }
    if (type === 'questions-judged') told.blobs.push(String(data['records']));
  };
}

const named = (id: string): { id: string; backend: string; where: string } => ({ id, backend: 'embedded', where: '' });

async function examine(
  world: World,
  form: QuestionForm,
  trainer: Trainer,
  { id, exam }: { readonly id: string; readonly exam: ReturnType<World['exam']> },
): Promise<{ judgeable: number; all: number }> {
  const sampler = await trainer.serve(id === '' ? await trainer.start() : named(id));
  const requests = exam.map(({ question }) => ({ prompt: form.put(question), seed: 0, temperature: 0, maxTokens: 12 }));
  const replies = await sampler.sample(requests);
  const right = exam.map(({ question }, i) => world.isRight(question, form.answerIn(replies[i]?.text ?? '')));
  const ofJudgeable = right.filter((_, i) => exam[i]!.isJudgeable);
  return { judgeable: shareOf(ofJudgeable) ?? 0, all: shareOf(right) ?? 0 };
}

const ASKED = 300;

/** Of what a generator asks that is a question, the share that can be judged. */
async function judgeableAsked(world: World, form: QuestionForm, trainer: Trainer, id: string): Promise<number> {
  const sampler = await trainer.serve(id === '' ? await trainer.start() : named(id));
  const prompt = form.ask({ good: [], bad: [] });
  const replies = await sampler.sample(
    Array.from({ length: ASKED }, (_, seed) => ({ prompt, seed, temperature: 1, maxTokens: 24 })),
  );
  const questions = replies.flatMap((reply) => {
    const read = form.read(reply?.text ?? '');
    return 'fault' in read ? [] : [read.question];
  });
  return shareOf(questions.map((question) => world.isJudgeable(question))) ?? 0;
}

/** Of the pairs of which one answer is right, the share that chose it. */
function labelsTrue(world: World, records: readonly QuestionRecord[]): number | null {
  const labels = records.flatMap(({ question, pairs }) =>
    pairs.flatMap(({ chosen, rejected }) => {
      const [first, second] = [world.isRight(question, chosen), world.isRight(question, rejected)];
      return first === second ? [] : [first];
    }),
  );
  return shareOf(labels);
}

/** How the questions that are judged change from the first third of the iterations to the last. */
function shiftsOf(
  world: World,
  batches: readonly (readonly QuestionRecord[])[],
): Pick<ArmResult, 'judgeable' | 'reliability'> {
  const third = Math.max(1, Math.floor(batches.length / 3));
  const [early, late] = [batches.slice(0, third).flat(), batches.slice(-third).flat()];
  const judgeable = (records: readonly QuestionRecord[]): number =>
    shareOf(records.map(({ question }) => world.isJudgeable(question))) ?? 0;
  const reliable = (records: readonly QuestionRecord[]): number =>
    records.length === 0 ? 0 : mean(records.map(({ reliability }) => reliability.combined.value));
  return {
    judgeable: { early: judgeable(early), late: judgeable(late) },
    reliability: { early: reliable(early), late: reliable(late) },
  };
}

/** The judge without anything else that the object may hold. */
function judgementsAlone(judge: AnswerJudge): AnswerJudge {
  const { id, isSimulated } = judge;
  return { id, isSimulated, score: (items) => judge.score(items), compare: (items) => judge.compare(items) };
}

function readRecords(bytes: Uint8Array | undefined): QuestionRecord[] {
  return (
    new TextDecoder()
      .decode(bytes)
      .split('\n')
      .filter((line) => line !== '')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the loop as this
      .map((line) => JSON.parse(line) as QuestionRecord)
  );
}

function shareOf(values: readonly boolean[]): number | null {
  return values.length === 0 ? null : values.filter(Boolean).length / values.length;
}
