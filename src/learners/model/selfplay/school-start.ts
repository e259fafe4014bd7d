import type { Progress } from '#foundation/contracts/ports';
import type { QuestionForm } from '#foundation/contracts/self-play';
import { createRng, hashOf, type Hash } from '#foundation/kernel';
import { createModel, Trainer } from '#learners/model/lm';
import { saveCheckpoint } from '#learners/model/lm/files';
import { supervised } from '#learners/model/lm/losses';
import { alphabetOf, characterTokenizer, questionAnswer } from '#learners/model/lm/tokens';

/** Questions with answers that a start checkpoint was schooled on. */
export type Corpus = readonly { readonly question: string; readonly answer: string }[];

/** How a start checkpoint is made. */
export interface Schooling {
  readonly steps: number;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly batchSize: number;
  readonly rate: number;
  /** Share of the texts that teach to ask; the others teach to answer. */
  readonly asking: number;
}

export const usualSchooling: Schooling = {
  steps: 2000,
  layers: 2,
  width: 64,
  heads: 4,
  batchSize: 32,
  rate: 3e-3,
  asking: 0.25,
};

const CONTEXT = 40;

/**
 * The start checkpoint of self-play in small: a model from random weights, schooled on a corpus to ask and to answer. The file says what it was
 * trained on. The rate rises for 20 steps and falls to a third for the last three tenths.
 */
export function schoolStart(
  corpus: Corpus,
  form: QuestionForm,
  options: { readonly seed: number; readonly schooling: Schooling; readonly progress?: Progress },
): Uint8Array {
  const { seed, schooling, progress } = options;
  const { steps, layers, width, heads, batchSize, rate, asking } = schooling;
  const ask = form.ask({ good: [], bad: [] });
  const texts = corpus.flatMap(({ question, answer }) => [form.put(question), answer]);
  const tokenizer = characterTokenizer(alphabetOf([ask, ...texts]));
  const rng = createRng(`school/${seed}`);
  const model = createModel({ vocab: tokenizer.vocab, context: CONTEXT, layers, width, heads }, rng.fork('weights'));
  const trainer = new Trainer(model, { rate });
  for (let step = 1; step <= steps; step += 1) {
    const sequences = Array.from({ length: batchSize }, () => {
      const { question, answer } = rng.pick(corpus);
      return rng.chance(asking)
        ? questionAnswer(tokenizer, ask, question)
        : questionAnswer(tokenizer, form.put(question), answer);
    });
    const factor = Math.min(1, step / 20) * (step > 0.7 * steps ? 0.3 : 1);
    const { loss } = trainer.train(supervised(sequences), rate * factor);
    if (step % 20 === 0) progress?.(step, steps, `schooling, loss ${loss.toFixed(3)}`);
  }
  return saveCheckpoint(model, {
    tokenizer,
    notes: {
      trainedOn: `${corpus.length} questions with answers, hash ${corpusHash(corpus)}`,
      steps: String(steps),
      seed: String(seed),
    },
  });
}

export function corpusHash(corpus: Corpus): Hash {
  return hashOf(corpus.map(({ question, answer }) => [question, answer]));
}
