import { z } from 'zod';
import { distinctPrompts, fromLines, toLines, type TrainingFormat } from './training-format.ts';

const Dpo = z.object({ prompt: z.string(), chosen: z.string(), rejected: z.string() });
const Kto = z.object({ prompt: z.string(), completion: z.string(), label: z.boolean() });
const Prompt = z.object({ prompt: z.string() });
const Turn = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
const Reward = z.object({ chosen: z.tuple([Turn, Turn]), rejected: z.tuple([Turn, Turn]), margin: z.number() });
const Sft = z.object({ prompt: z.string(), completion: z.string() });

/** @source TRL documentation, "Dataset formats and types": preference, standard */
export const trlDpo: TrainingFormat = {
  name: 'trl-dpo',
  about: 'TRL DPO, ORPO, CPO: `trl dpo --config dpo.yaml`',
  write: (pairs) => ({
    'pairs.jsonl': toLines(
      pairs.map(({ prompt, chosen, rejected, margin, flipRate }) => ({
        prompt,
        chosen,
        rejected,
        margin,
        flip_rate: flipRate,
      })),
    ),
  }),
  read: (files) => fromLines(files, 'pairs.jsonl', (row) => Dpo.parse(row)),
};

/** @source the same page: unpaired preference; an answer that stands in several pairs of a prompt is written once */
export const trlKto: TrainingFormat = {
  name: 'trl-kto',
  about: 'TRL KTO: `trl kto --config kto.yaml`',
  write: (pairs) => {
    const rows = pairs.flatMap(({ prompt, chosen, rejected }) => [
      { prompt, completion: chosen, label: true },
      { prompt, completion: rejected, label: false },
    ]);
    return { 'examples.jsonl': toLines([...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]) };
  },
  read: (files) => fromLines(files, 'examples.jsonl', (row) => Kto.parse(row)),
};

/** @source the same page: prompt-only; further columns reach the reward function */
export const trlGrpo: TrainingFormat = {
  name: 'trl-grpo',
  about: 'TRL GRPO and RLOO: prompts, with the reliability of each as a column for the reward function',
  write: (pairs) => ({
    'prompts.jsonl': toLines(
      distinctPrompts(pairs).map(({ prompt, reliability }) => ({ prompt, reliability: reliability.combined })),
    ),
  }),
  read: (files) => fromLines(files, 'prompts.jsonl', (row) => ({ prompt: Prompt.parse(row).prompt })),
};

/** @source the same page: preference with an implicit prompt, conversational; `margin` as RewardTrainer takes it */
export const trlReward: TrainingFormat = {
  name: 'trl-reward',
  about: 'TRL reward model: `trl reward --config reward.yaml`',
  write: (pairs) => ({
    'rewards.jsonl': toLines(
      pairs.map(({ prompt, chosen, rejected, margin }) => {
        const turns = (answer: string) => [
          { role: 'user', content: prompt },
          { role: 'assistant', content: answer },
        ];
        return { chosen: turns(chosen), rejected: turns(rejected), margin };
      }),
    ),
  }),
  read: (files) =>
    fromLines(files, 'rewards.jsonl', (row) => {
      const { chosen, rejected, margin } = Reward.parse(row);
      return { prompt: chosen[0].content, chosen: chosen[1].content, rejected: rejected[1].content, margin };
    }),
};

/** @source the same page: prompt-completion; the preferred answers, each once */
export const trlSft: TrainingFormat = {
  name: 'trl-sft',
  about: 'TRL SFT on the preferred answers: `trl sft --config sft.yaml`',
  write: (pairs) => {
    const rows = pairs.map(({ prompt, chosen }) => ({ prompt, completion: chosen }));
    return { 'examples.jsonl': toLines([...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]) };
  },
  read: (files) => fromLines(files, 'examples.jsonl', (row) => Sft.parse(row)),
};
