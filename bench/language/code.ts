import { createRng } from '#foundation/kernel';
import { createCycleClock } from '../cycle-clock.ts';
import { optimiseAtOnce } from '../engine-flags.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { predictorMachine } from '../machine-configuration.ts';
import type { Suite, SuiteResult } from '../suite.ts';
import { below, type Target } from '../target.ts';
import { readCodeCorpus } from './code-corpus.ts';
import { type CodeFigures, measureCode } from './code-figures.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

/** Token-level code modelling on TypeScript sources. */
export const codeSuite: Suite = {
  async run(options) {
    const { quick, seed } = options;
    optimiseAtOnce();
    const cpuSeconds = cpuSecondsSince();
    const rng = createRng(`bench/code/${seed}`);
    const corpus = readCodeCorpus(quick, rng.fork('files'));
    const sampleTokens = quick ? 5000 : 50_000;
    const clock = await createCycleClock();
    const { result: figures, ghz } = await clock.during(() =>
      corpus === undefined ? undefined : measureCode(corpus, sampleTokens, rng.fork('sample')),
    );
    if (figures !== undefined) options.note(`${figures.tokens} tokens in ${figures.files} files`);
    const result: SuiteResult = {
      suite: 'code',
      quick,
      seed,
      configuration: {
        hardware: hardwareRecord().record,
        cycles: clock.says,
        split: 'files in a seeded order: 90 % training, 5 % validation, 5 % test of the tokens',
        sources: corpus === undefined ? null : { bytes: { ...corpus.from }, hash: corpus.hash },
        vocabulary: 'tokens that came at least twice in the training part, 8,192 at most; others by their kind',
        sampleTokens,
        machine: predictorMachine(figures?.ours.memoryBytes ?? 0),
        memoryBytes: figures?.ours.memoryBytes ?? null,
      },
      tables: figures === undefined ? [] : tablesOf(figures, ghz),
      plots: [],
      targets: targetsOf(figures),
      notes:
        corpus === undefined
          ? ['not measured: there are no sources beside the program; run it from a checkout']
          : ['unmatched brackets are counted in tokens drawn from each frozen model'],
      cpuSeconds: cpuSeconds(),
    };
    return result;
  },
};

function tablesOf(figures: CodeFigures, ghz: number): SuiteResult['tables'] {
  const { files, tokens, testTokens, vocabulary, rare, models, testUnmatched } = figures;
  return [
    {
      title: 'Sources',
      columns: ['files', 'tokens', 'test tokens', 'vocabulary', 'rare in test', 'unmatched brackets in test'],
      rows: [[files, tokens, testTokens, vocabulary, rare, testUnmatched]],
    },
    {
      title: 'Test tokens, given the rest',
      columns: [
        'model',
        'regime',
        'bits per token',
        'perplexity',
        'unmatched brackets',
        'brackets written',
        'tokens/s',
        'cycles per token',
        'tokens trained on',
      ],
      rows: models.map(({ name, regime, bitsPerToken, unmatched, brackets, tokensPerSecond }) => [
        name,
        regime,
        bitsPerToken,
        2 ** bitsPerToken,
        unmatched,
        brackets,
        tokensPerSecond,
        tokensPerSecond === null ? null : Math.round((ghz * 1e9) / tokensPerSecond),
        tokens - testTokens,
      ]),
    },
  ];
}

function targetsOf(figures: CodeFigures | undefined): readonly Target[] {
  const ours = figures?.models.find(({ regime }) => regime === 'fully frozen');
  const ngram = figures?.models.at(-1);
  const ratio = (a: number | null | undefined, b: number | null | undefined): number | null =>
    typeof a === 'number' && typeof b === 'number' && b > 0 ? a / b : null;
  return [
    below('bits per token over the n-gram, both fully frozen', ratio(ours?.bitsPerToken, ngram?.bitsPerToken), 1),
    below('unmatched brackets over the n-gram', ratio(ours?.unmatched, ngram?.unmatched), 1),
  ];
}
