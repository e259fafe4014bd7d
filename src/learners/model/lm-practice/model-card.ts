import type { TrainedLm } from './train-lm.ts';

/** What goes beside a checkpoint: what it is, what it was trained on, and how it fared. */
export function modelCard(
  trained: TrainedLm,
  about: {
    readonly file: string;
    readonly trainedOn: string;
    readonly settings: Readonly<Record<string, string | number>>;
  },
): string {
  const { model, losses, examples, tooLong, tokens } = trained;
  const { vocab, context, layers, width, heads, hidden } = model.shape;
  const rows = Object.entries(about.settings).map(([name, value]) => `| ${name} | ${value} |`);
  return `# ${about.file}

A Llama-shaped language model of ${model.size} weights: ${layers} layers, width ${width}, ${heads} heads, hidden ${hidden}, context ${context}, vocabulary ${vocab}.
Weights, shape and tokenizer are in the safetensors file.

## Trained on

${about.trainedOn}: ${examples} examples${tooLong === 0 ? '' : ` (${tooLong} more did not fit the context)`}, ${tokens} tokens seen.
It was not trained on anything else, and is not meant for anything else.

## How

| setting | value |
| --- | --- |
${rows.join('\n')}

Loss ${losses[0]?.loss.toFixed(3) ?? '–'} at step ${losses[0]?.step ?? 0}, ${losses.at(-1)?.loss.toFixed(3) ?? '–'} at step ${losses.at(-1)?.step ?? 0}.
`;
}
