import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreferencePair } from '#foundation/contracts/self-play';
import { findTrainingFormat, trainingFormats } from './formats.ts';

const reliability = { cons: 0.9, sep: 0.5, stab: 0.8, combined: 0.7 };
const pairOf = (prompt: string, chosen: string, rejected: string): PreferencePair => ({
  id: 'p',
  iteration: 1,
  prompt,
  chosen,
  rejected,
  scoreChosen: 0.9,
  scoreRejected: 0.1,
  margin: 0.8,
  flipRate: 0.1,
  reliability,
  source: 'run',
});
const awkward = pairOf('two\nlines "quoted" \u2028 \\ tab\t', '✓ 汉字 <|im_end|>', '');

describe.each(trainingFormats.map((format) => [format.name, format] as const))('%s', (name, format) => {
  const hasPairs = !['trl-kto', 'trl-grpo', 'trl-sft', 'verl'].includes(name);

  it('property: gives back what it wrote, line ends, quotes and foreign letters included', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 5 }), (texts) => {
        const pairs = [awkward, ...texts.map((each) => pairOf(...each))];
        const rows = format.read(format.write(pairs));
        const shown = (row: { prompt: string; chosen?: string; rejected?: string }): unknown =>
          hasPairs ? [row.prompt, row.chosen, row.rejected] : row.prompt;
        const distinct = (values: readonly unknown[]): unknown[] => (hasPairs ? [...values] : [...new Set(values)]);
        expect(distinct(rows.map(shown))).toEqual(distinct(pairs.map(shown)));
      }),
      { numRuns: 40 },
    );
  });

  it('refuses a file that breaks off, and a row of another format', () => {
    const files = format.write([awkward]);
    const [file] = Object.keys(files);
    const cut = { ...files, [file!]: files[file!]!.slice(0, -3) };
    expect(() => format.read(cut)).toThrow(/breaks off/);
    expect(() => format.read({ ...files, [file!]: '{"strange":1}\n' })).toThrow(/line 1 of .* is not of this format/);
    expect(() => format.read({})).toThrow(/there is no/);
  });
});

describe('rows of one answer', () => {
  const pairs = [awkward, pairOf('q', 'good', 'bad'), pairOf('q', 'good', 'worse')];
  const back = (name: string): unknown[] => {
    const format = findTrainingFormat(name);
    return format.read(format.write(pairs)).map(({ prompt, completion, label }) => [prompt, completion, label]);
  };

  it('come back with the side they stood on', () => {
    const { prompt, chosen, rejected } = awkward;
    expect(back('trl-kto')).toEqual([
      [prompt, chosen, true],
      [prompt, rejected, false],
      ['q', 'good', true],
      ['q', 'bad', false],
      ['q', 'worse', false],
    ]);
    expect(back('trl-sft')).toEqual([
      [prompt, chosen, undefined],
      ['q', 'good', undefined],
    ]);
  });
});

describe('exact fields', () => {
  const pairs = [pairOf('q', 'good', 'bad'), pairOf('q', 'good', 'worse')];
  const rowsOf = (name: string): unknown[] => {
    const [text] = Object.values(findTrainingFormat(name).write(pairs));
    return text!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  };

  it('writes the rows that each trainer documents', () => {
    expect(rowsOf('trl-dpo')[0]).toEqual({ prompt: 'q', chosen: 'good', rejected: 'bad', margin: 0.8, flip_rate: 0.1 });
    expect(rowsOf('trl-kto')).toEqual([
      { prompt: 'q', completion: 'good', label: true },
      { prompt: 'q', completion: 'bad', label: false },
      { prompt: 'q', completion: 'worse', label: false },
    ]);
    expect(rowsOf('trl-grpo')).toEqual([{ prompt: 'q', reliability: 0.7 }]);
    expect(rowsOf('trl-sft')).toEqual([{ prompt: 'q', completion: 'good' }]);
    expect(rowsOf('trl-reward')[0]).toMatchObject({ margin: 0.8, chosen: [{ role: 'user' }, { role: 'assistant' }] });
    expect(rowsOf('openai-preference')[0]).toEqual({
      input: { messages: [{ role: 'user', content: 'q' }] },
      preferred_output: [{ role: 'assistant', content: 'good' }],
      non_preferred_output: [{ role: 'assistant', content: 'bad' }],
    });
    expect(rowsOf('llama-factory')[0]).toEqual({ instruction: 'q', input: '', chosen: 'good', rejected: 'bad' });
    expect(rowsOf('axolotl')[0]).toMatchObject({ chosen: { role: 'assistant', content: 'good' } });
    expect(rowsOf('verl')[0]).toMatchObject({ data_source: 'pawl/selfplay', extra_info: { index: 0, split: 'train' } });
  });

  it('names the formats there are when asked for another', () => {
    expect(() => findTrainingFormat('trl')).toThrow(/trl-dpo, trl-kto/);
  });
});
