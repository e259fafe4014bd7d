import type { Timer } from '#foundation/contracts/ports';
import type { AnswerJudge, QuestionForm, Trainer } from '#foundation/contracts/self-play';
import {
  createEmbeddedTrainer,
  embeddedKnobs,
  type EmbeddedStart,
  patternForm,
  type QuestionRecord,
  selfplay,
  type SelfPlaySettings,
  usualSelfPlay,
} from '#learners/model/selfplay';
import type { loadPracticeWorlds } from '#world/models';
import { practiceForms } from '#world/models/practice';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import type { ArmResult } from './arm-result.ts';
import { arms, type Cell } from './arms.ts';

type Worlds = Awaited<ReturnType<typeof loadPracticeWorlds>>;

const still: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

export interface ArmJob {
  readonly arm: string;
  readonly cell: Cell;
  readonly seed: number;
  readonly start: EmbeddedStart;
  readonly judgeCalls: number;
  readonly questions: number;
  readonly perFamily: number;
}

/** Runs one arm until its judge calls are used up, and lets the truth have a look at what came of it. */
export async function playArm(worlds: Worlds, job: ArmJob): Promise<ArmResult> {
  const { arm, cell, seed, start, judgeCalls, questions } = job;
  const world = worlds.createPracticeWorld(cell.name, seed, cell.noise);
  const form = patternForm(practiceForms[cell.name]);
  const exam = world.exam(job.perFamily, 'exam');
  const record = createMemoryRecord();
  const trainers = {
    generator: createEmbeddedTrainer(start, embeddedKnobs),
    solver: createEmbeddedTrainer(start, embeddedKnobs),
  };
  const settings: SelfPlaySettings = {
    ...usualSelfPlay,
    ...arms[arm],
    seed,
    iterations: 1000,
    questions,
    // The arms are compared before any gate: what is measured is what they learn.
    gate: { ...usualSelfPlay.gate, every: 10_000, questions: 0 },
    finalQuestions: 0,
    limits: { judgeCalls },
  };
  const told = { solver: '', blobs: [] as string[] };
  await selfplay(settings, {
    trainers,
    judge: judgementsAlone(world.judge),
    form,
    journal: createMemoryJournal(record),
    blobs: { getBlob: (hash) => record.blobs.get(hash) },
    timer: still,
    reserved: new Set(exam.map(({ question }) => question)),
    watch(type, data) {
      if (type === 'solver-updated') told.solver = String(data['checkpoint']);
      if (type === 'questions-judged') told.blobs.push(String(data['records']));
    },
  });
  const accuracyOf = (id: string): Promise<{ judgeable: number; all: number }> =>
    examine(world, form, trainers.solver, { id, exam });
  const [before, after] = [await accuracyOf(''), await accuracyOf(told.solver)];
  const records = told.blobs.map((hash) => readRecords(record.blobs.get(hash)));
  return {
    arm,
    seed,
    cell: cell.title,
    accuracy: after.judgeable,
    accuracyAll: after.all,
    startAccuracy: before.judgeable,
    judgeCalls,
    ...sharesOf(world, records),
  };
}

type World = ReturnType<Worlds['createPracticeWorld']>;

async function examine(
  world: World,
  form: QuestionForm,
  trainer: Trainer,
  { id, exam }: { readonly id: string; readonly exam: ReturnType<World['exam']> },
): Promise<{ judgeable: number; all: number }> {
  const checkpoint = id === '' ? await trainer.start() : { id, backend: 'embedded', where: '' };
  const sampler = await trainer.serve(checkpoint);
  const requests = exam.map(({ question }) => ({ prompt: form.put(question), seed: 0, temperature: 0, maxTokens: 12 }));
  const replies = await sampler.sample(requests);
  const right = exam.map(({ question }, i) => world.isRight(question, form.answerIn(replies[i]?.text ?? '')));
  const ofJudgeable = right.filter((_, i) => exam[i]!.isJudgeable);
  return { judgeable: shareOf(ofJudgeable) ?? 0, all: shareOf(right) ?? 0 };
}

/** What the truth says of the questions and pairs of a run. */
function sharesOf(
  world: World,
  records: readonly (readonly QuestionRecord[])[],
): Pick<ArmResult, 'pairs' | 'labelsTrue' | 'kept' | 'keptOfTelling' | 'badShare'> {
  const all = records.flat();
  const judgeable = all.filter(({ question }) => world.isJudgeable(question));
  const telling = judgeable.filter(({ question, answers }) => {
    const rights = new Set(answers.map((answer) => world.isRight(question, answer)));
    return rights.size > 1;
  });
  const labels = all.flatMap(({ question, pairs }) =>
    pairs.flatMap(({ chosen, rejected }) => {
      const [first, second] = [world.isRight(question, chosen), world.isRight(question, rejected)];
      return first === second ? [] : [first];
    }),
  );
  const late = records.slice(-Math.max(1, Math.floor(records.length / 3))).flat();
  const isKept = ({ refusal }: QuestionRecord): boolean => refusal === null;
  return {
    pairs: all.reduce((sum, { pairs }) => sum + pairs.length, 0),
    labelsTrue: shareOf(labels),
    kept: shareOf(judgeable.map(isKept)),
    keptOfTelling: shareOf(telling.map(isKept)),
    badShare: shareOf(late.map(({ question }) => !world.isJudgeable(question))) ?? 0,
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
