import { resolve } from 'node:path';
import type { AnswerJudge, QuestionForm, Trainer } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';
import { createModel } from '#world/models/providers';
import { chatSampler, createCommandTrainer, createHostedTrainer, createLoraServer } from '#world/models/trainers';
import { defined, type TrainerConfig } from './selfplay-config.ts';

interface OutsideOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The trainer of a config file, where weights change elsewhere. */
export function outsideTrainer(
  config: TrainerConfig,
  { folder, env }: OutsideOptions,
  { judge, form }: { readonly judge: AnswerJudge; readonly form: QuestionForm },
): Trainer {
  switch (config.kind) {
    case 'embedded':
      throw new Fault('cli/usage', 'solver is `trainer`, but the trainer is embedded', {
        hint: 'Set selfplay.trainer to kind command, hosted or reward-server, or selfplay.solver to embedded.',
      });
    case 'command':
    case 'reward-server': {
      const { command, base, server, keyVariable, timeoutMs, pollMs, knobs } = config;
      const environment = Object.fromEntries(
        Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      );
      const reward =
        config.kind === 'reward-server'
          ? { judge, passes: config.passes, questionOf: (prompt: string) => form.taken(prompt) }
          : undefined;
      return createCommandTrainer(
        {
          command,
          base,
          folder: resolve(folder, config.folder),
          environment,
          ...defined({ timeoutMs, pollMs, reward }),
          ...(knobs === undefined ? {} : { knobs: defined(knobs) }),
        },
        createLoraServer({ baseUrl: server, stage: 'solver', ...defined({ keyVariable }) }, env),
      );
    }
    case 'hosted': {
      const { dialect, baseUrl, keyVariable, base, account, pollMs, mostPolls, knobs } = config;
      const key = env[keyVariable];
      if (key === undefined) throw new Fault('models/no-key', `${keyVariable} is not set`);
      return createHostedTrainer(
        {
          dialect,
          baseUrl,
          key,
          base,
          folder: resolve(folder, config.folder),
          ...defined({ account, pollMs, mostPolls }),
          ...(knobs === undefined ? {} : { knobs: defined(knobs) }),
        },
        (model) =>
          chatSampler(createModel({ model: `vllm:${model}`, baseUrl: `${baseUrl}/v1`, keyVariable }, env), {
            stage: 'solver',
          }),
      );
    }
  }
}
