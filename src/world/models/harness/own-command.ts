import type { Agent } from './agent.ts';

/**
 * Any command as an agent: a template whose words may hold `{prompt}`, `{model}` and `{skill}` (the folder that holds it).
 * Its output is the reply. It tells no usage, so a budget charges it the configured ceiling.
 */
export function ownCommand(template: readonly string[], variables: readonly string[]): Agent {
  return {
    name: 'command',
    skillFolder: '.agents/skills',
    variables,
    command: ({ prompt, model, extra }) => [
      ...template.map((word) =>
        word.replaceAll(/\{(prompt|model|skill)\}/g, (_whole, name: string) =>
          name === 'prompt' ? prompt : name === 'model' ? (model ?? '') : '.agents/skills',
        ),
      ),
      ...extra,
    ],
    read: (output) => ({ text: output.trim(), transcript: [{ role: 'assistant', content: output.trim() }] }),
  };
}
