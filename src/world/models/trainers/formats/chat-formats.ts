import { z } from 'zod';
import { distinctPrompts, fromLines, toLines, type TrainingFormat } from './training-format.ts';

const Message = z.object({ role: z.string(), content: z.string() });

const OpenAiRow = z.object({
  input: z.object({ messages: z.tuple([Message]) }),
  preferred_output: z.tuple([Message]),
  non_preferred_output: z.tuple([Message]),
});

/** @source OpenAI, "Direct preference optimization"; Together and Fireworks read the same rows */
export const openaiPreference: TrainingFormat = {
  name: 'openai-preference',
  about: 'preference fine-tuning of OpenAI, Together and Fireworks',
  write: (pairs) => ({
    'preferences.jsonl': toLines(
      pairs.map(({ prompt, chosen, rejected }) => ({
        input: { messages: [{ role: 'user', content: prompt }] },
        preferred_output: [{ role: 'assistant', content: chosen }],
        non_preferred_output: [{ role: 'assistant', content: rejected }],
      })),
    ),
  }),
  read: (files) =>
    fromLines(files, 'preferences.jsonl', (row) => {
      const {
        input,
        preferred_output: [chosen],
        non_preferred_output: [rejected],
      } = OpenAiRow.parse(row);
      return { prompt: input.messages[0].content, chosen: chosen.content, rejected: rejected.content };
    }),
};

const LlamaFactoryRow = z.object({ instruction: z.string(), chosen: z.string(), rejected: z.string() });

/** @source LLaMA-Factory, data/README.md: preference dataset in alpaca format, with its entry of dataset_info.json */
export const llamaFactory: TrainingFormat = {
  name: 'llama-factory',
  about: 'LLaMA-Factory: put both files into its data folder, `dataset: pawl`, `stage: dpo`',
  write: (pairs) => ({
    'pawl.jsonl': toLines(
      pairs.map(({ prompt, chosen, rejected }) => ({ instruction: prompt, input: '', chosen, rejected })),
    ),
    'dataset_info.json': `${JSON.stringify(
      {
        pawl: {
          file_name: 'pawl.jsonl',
          ranking: true,
          columns: { prompt: 'instruction', query: 'input', chosen: 'chosen', rejected: 'rejected' },
        },
      },
      null,
      2,
    )}\n`,
  }),
  read: (files) =>
    fromLines(files, 'pawl.jsonl', (row) => {
      const { instruction, chosen, rejected } = LlamaFactoryRow.parse(row);
      return { prompt: instruction, chosen, rejected };
    }),
};

const AxolotlRow = z.object({ messages: z.tuple([Message]), chosen: Message, rejected: Message });

/** @source Axolotl, "RLHF (beta)": chat_template.default */
export const axolotl: TrainingFormat = {
  name: 'axolotl',
  about: 'Axolotl: `axolotl train axolotl.yaml` after base_model is set in it',
  write: (pairs) => ({
    'pairs.jsonl': toLines(
      pairs.map(({ prompt, chosen, rejected }) => ({
        messages: [{ role: 'user', content: prompt }],
        chosen: { role: 'assistant', content: chosen },
        rejected: { role: 'assistant', content: rejected },
      })),
    ),
    'axolotl.yaml': [
      'rl: dpo',
      'chat_template: tokenizer_default',
      'datasets:',
      '  - path: pairs.jsonl',
      '    ds_type: json',
      '    split: train',
      '    type: chat_template.default',
      '',
    ].join('\n'),
  }),
  read: (files) =>
    fromLines(files, 'pairs.jsonl', (row) => {
      const { messages, chosen, rejected } = AxolotlRow.parse(row);
      return { prompt: messages[0].content, chosen: chosen.content, rejected: rejected.content };
    }),
};

const VerlRow = z.object({ prompt: z.tuple([Message]), extra_info: z.object({ index: z.int() }) });

/**
 * Rows for verl's RLHFDataset, as JSON lines: verl itself reads Parquet, so the export says how to turn them into it.
 *
 * @source verl, verl/utils/dataset/rl_dataset.py and "Prepare Data for Post-Training"
 */
export const verl: TrainingFormat = {
  name: 'verl',
  about: 'verl: prompts for RL with a reward function; `python to_parquet.py` makes the file it reads',
  write: (pairs) => ({
    'prompts.jsonl': toLines(
      distinctPrompts(pairs).map(({ prompt, reliability, source }, index) => ({
        data_source: 'pawl/selfplay',
        prompt: [{ role: 'user', content: prompt }],
        ability: 'selfplay',
        reward_model: { style: 'model', ground_truth: '' },
        extra_info: { index, split: 'train', reliability: reliability.combined, source },
      })),
    ),
    'to_parquet.py':
      'import datasets\n\ndatasets.load_dataset("json", data_files="prompts.jsonl", split="train").to_parquet("train.parquet")\n',
  }),
  read: (files) => fromLines(files, 'prompts.jsonl', (row) => ({ prompt: VerlRow.parse(row).prompt[0].content })),
};
