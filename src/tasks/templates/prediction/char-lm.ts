import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import { definePrediction, predictionParams } from './define-prediction.ts';
import { markovSource } from './markov-source.ts';
import { known } from '../../define/known-baselines.ts';

const params = {
  ...predictionParams,
  source: int(0, 1_000_000, 'which language: the same number is the same language in every episode'),
  alphabet: int(2, 27, 'how many letters it has'),
  order: choice([0, 1, 2, 3], 'how many letters back the next one depends on'),
};
type CharLmParams = ParamsOf<typeof params>;

/**
 * Predict the next character of a language that stays the same from episode to episode, so it can be learnt.
 *
 *     lₜ = −log₂ p(cₜ₊₁ | c₁..cₜ);  the best expected loss is the entropy of the source
 *
 * @source spec/benchmark-suite §4.1; the source is seeded here, corpora come in through `corpusTemplate`
 */
export const charLm = definePrediction<CharLmParams, number>({
  name: 'CHAR_LM',
  domain: 'language',
  tags: ['language', 'benchmark'],
  baselines: [
    ...known(
      [1, 2],
      { constant: 0.5, 'small tree': 1, linear: 1, nearest: 0.85 },
      'the letter before is all there is to know of a source of order 1, and the language stays the same',
    ),
    ...known([3], { constant: 0.25 }, 'some letters are more frequent than others'),
  ],
  says: 'Predict a text character by character.',
  unit: 'char',
  about: 'A text in an unknown language is shown letter by letter.',
  joint: '',
  params,
  levels: [
    { source: 1, alphabet: 4, order: 1, horizon: 16, window: 16 },
    { source: 2, alphabet: 8, order: 1, horizon: 32, window: 32 },
    { source: 3, alphabet: 8, order: 2, horizon: 64, window: 32 },
    { source: 4, alphabet: 27, order: 2, horizon: 64, window: 32 },
    { source: 5, alphabet: 27, order: 3, horizon: 128, window: 64 },
  ],
  difficulty: ({ alphabet, order, horizon }) => alphabet ** order * horizon,
  source: markovSource,
  other: (params, index) => ({ ...params, source: params.source + 1000 * index }),
});
