import type { Checkpoint } from '#foundation/contracts/self-play';
import { measureDiversity, type Diversity } from '#learners/model/judge/guards';
import { measureReliability } from '#learners/model/judge/reliability';
import { drawAnswers } from './draw-answers.ts';
import { drawQuestions, type Memory } from './draw-questions.ts';
import { compareQuestions, passesSaved, scoreQuestions } from './judge-answers.ts';
import { meanInterval, type Rise, riseInterval } from './mean-interval.ts';
import type { Play } from './play.ts';

/** Fresh questions of the first and the last generator, answered by one and the same solver: only the asking differs. */
export type GeneratorReport = {
  readonly questions: { readonly first: number; readonly last: number };
  readonly reliability: Rise;
  /** Ratios, the last generator over the first: of the mean distance of texts, and of the entropy of kinds. */
  readonly diversity: { readonly distance: number; readonly entropy: number };
  readonly wellFormed: { readonly first: number; readonly last: number };
};

interface Side {
  readonly reliabilities: number[];
  readonly diversity: Diversity;
  readonly wellFormed: number;
  readonly saved: number;
}

/** Measures both generators under the start solver; tells the passes of the judge that were saved on the way. */
export async function compareGenerators(
  play: Play,
  parts: {
    readonly first: Checkpoint;
    readonly last: Checkpoint;
    readonly solver: Checkpoint;
    readonly memory: Memory;
    readonly questions: number;
    /** Kinds in which the judge sees quality: as in the run, no other is compared. */
    readonly isValid: (kind: string) => boolean;
  },
): Promise<{ readonly report: GeneratorReport; readonly saved: number }> {
  const blank: Memory = { likeness: [...parts.memory.likeness], good: [], bad: [] };
  const first = await measureSide(play, parts.first, { ...parts, memory: blank, stream: 'final/first' });
  const last = await measureSide(play, parts.last, { ...parts, stream: 'final/last' });
  const ratio = (now: number, before: number): number => (before === 0 ? 1 : now / before);
  const report = {
    questions: { first: first.reliabilities.length, last: last.reliabilities.length },
    reliability: {
      first: meanInterval(first.reliabilities).level,
      last: meanInterval(last.reliabilities).level,
      ...riseInterval(first.reliabilities, last.reliabilities),
    },
    diversity: {
      distance: ratio(last.diversity.distance, first.diversity.distance),
      entropy: ratio(last.diversity.entropy, first.diversity.entropy),
    },
    wellFormed: { first: first.wellFormed, last: last.wellFormed },
  };
  return { report, saved: first.saved + last.saved };
}

async function measureSide(
  play: Play,
  generator: Checkpoint,
  {
    solver,
    memory,
    stream,
    questions: count,
    isValid,
  }: Pick<Parameters<typeof compareGenerators>[1], 'solver' | 'memory' | 'questions' | 'isValid'> & {
    readonly stream: string;
  },
): Promise<Side> {
  const { drawn } = await drawQuestions(play, generator, memory, {
    stream,
    count,
    side: 'any',
  });
  const asked = drawn.filter(({ fault }) => fault === undefined);
  const questions = asked.map(({ question }) => question);
  const answers = await drawAnswers(play, questions, { strong: solver, weak: solver }, stream);
  const scored = await scoreQuestions(
    play,
    asked.map(({ question, kind }, q) => ({ question, kind, answers: answers[q]! })),
  );
  const judged = await compareQuestions(play, scored, isValid);
  return {
    reliabilities: judged.map(
      ({ judgements }) => measureReliability(judgements, play.settings.reliability).combined.value,
    ),
    diversity: measureDiversity(
      questions,
      asked.map(({ kind }) => kind),
    ),
    wellFormed: drawn.length === 0 ? 0 : drawn.filter(({ question }) => question !== '').length / drawn.length,
    saved: passesSaved(judged),
  };
}
