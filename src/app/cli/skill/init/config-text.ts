import type { InitAnswers } from './ask-questions.ts';

/** The settings of a scorer by its kind, with an example where the kind alone says too little. */
export function scorerOf(kind: string): Record<string, unknown> {
  if (kind === 'command') return { kind, command: ['sh', 'check.sh'] };
  if (kind === 'rubric' || kind === 'pairwise') return { kind, rubric: 'Say here what a good reply is.' };
  return { kind };
}

/** What the file is made of: what was answered, and the split where tasks do not say theirs. */
export interface ConfigAnswers extends InitAnswers {
  readonly split?: readonly number[] | undefined;
}

/** The config file that `pawl init skill` writes: what was answered, and the settings people change first. */
export function configText({ skill, tasks, scorer, model, split }: ConfigAnswers): string {
  const needsJudge = scorer === 'rubric' || scorer === 'pairwise';
  const target =
    model === ''
      ? "// target: 'openai:gpt-5-mini', or { model: 'compatible:NAME', baseUrl: 'http://127.0.0.1:8000/v1' } for any server that speaks OpenAI's protocol"
      : `target: ${JSON.stringify(model)},`;
  const judge =
    needsJudge && model !== ''
      ? `\n    // The model that judges; \`pawl tasks judge\` measures how far it can be trusted.\n    judge: ${JSON.stringify(model)},`
      : '';
  return `// Training of a skill: \`npx pawl train --config pawl.config.ts\`. Every key is described in \`pawl train --help\`.
export default {
  train: {
    skill: ${JSON.stringify(skill)},
    tasks: ${JSON.stringify(tasks)},${split === undefined ? '' : `\n    // Shares of train, validation and test, for tasks that do not say their split.\n    split: ${JSON.stringify(split)},`}
    scorer: ${JSON.stringify(scorerOf(scorer))},
    // provider:model for both roles, such as openai:gpt-5-mini; \`optimizer\` may name another one.
    ${target}${judge}
    epochs: 8,
    batchSize: 40,
    // Hard limits over all roles: rollouts (the final test included), calls, tokens, dollars, milliseconds.
    limits: { rollouts: 2000 },
  },
};
`;
}
