import { int, type ParamsOf } from '../../define/param-range.ts';
import { codeSource } from './code-source.ts';
import { definePrediction, predictionParams } from './define-prediction.ts';
import { known } from '../../define/known-baselines.ts';

const params = {
  ...predictionParams,
  source: int(0, 1_000_000, 'whose habits: the same number writes the same way in every episode'),
  identifiers: int(2, 64, 'how many names the code uses'),
  depth: int(0, 16, 'how deep brackets and blocks nest'),
};
type CodeLmParams = ParamsOf<typeof params>;

/**
 * Predict the next token of code in a little language with nested blocks and brackets; which names and statements follow
 * each other is a habit of the source. `impossible` counts what no program could continue with, such as unmatched brackets.
 *
 * @source spec/benchmark-suite §4.2
 */
export const codeLm = definePrediction<CodeLmParams, number>({
  name: 'CODE_LM',
  domain: 'code',
  tags: ['language', 'benchmark'],
  baselines: known(
    [1, 2],
    { constant: 0.25, 'small tree': 0.85, linear: 0.85, nearest: 0.5 },
    'the token before says most of what may follow in short lines, and the grammar stays the same',
  ),
  says: 'Predict code token by token.',
  unit: 'token',
  about: 'Code in a little language (let, if, return, brackets, names) is shown token by token.',
  joint: ' ',
  params,
  levels: [
    { source: 1, identifiers: 3, depth: 1, horizon: 16, window: 16 },
    { source: 2, identifiers: 4, depth: 2, horizon: 32, window: 32 },
    { source: 3, identifiers: 8, depth: 3, horizon: 64, window: 64 },
    { source: 4, identifiers: 16, depth: 4, horizon: 64, window: 64 },
    { source: 5, identifiers: 32, depth: 6, horizon: 128, window: 128 },
  ],
  difficulty: ({ identifiers, depth, horizon }) => identifiers * (depth + 1) * horizon,
  source: codeSource,
  other: (params, index) => ({ ...params, source: params.source + 1000 * index }),
});
