import type { InitAnswers } from './ask-questions.ts';

/** The settings of a scorer by its kind, with an example where the kind alone says too little. */
export function scorerOf(kind: string): Record<string, unknown> {
  if (kind === 'command') return { kind, command: ['sh', 'check.sh'] };
  if (kind === 'rubric' || kind === 'pairwise') return { kind, rubric: 'Say here what a good reply is.' };
  return { kind };
}

/** The config file that `pawl init skill` writes: what was answered, and the settings people change first. */
export function configText({ skill, tasks, scorer, model }: InitAnswers): string {
  return `// Training of a skill: \`npx pawl train --config pawl.config.ts\`. Every key is described in \`pawl train --help\`.
export default {
  train: {
    skill: ${JSON.stringify(skill)},
    tasks: ${JSON.stringify(tasks)},
    scorer: ${JSON.stringify(scorerOf(scorer))},
    // provider:model for both roles, such as openai:gpt-5-mini; \`optimizer\` may name another one.
    target: ${JSON.stringify(model)},
    epochs: 8,
    batchSize: 40,
    // Hard limits over all roles: rollouts, calls, tokens, dollars, milliseconds.
    limits: { rollouts: 2000 },
  },
};
`;
}
