import type { Message } from '#foundation/contracts/ports';
import { type Agent, countAt, type JsonRow, jsonRows, objectAt, said, textAt } from './agent.ts';

/**
 * OpenCode, `opencode run`.
 *
 * @source opencode.ai/docs/cli; seen with 1.18.33
 */
export const openCode: Agent = {
  name: 'opencode',
  skillFolder: '.opencode/skills',
  variables: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENROUTER_API_KEY'],
  command: ({ program, prompt, model, baseUrl, extra }) => [
    program,
    'run',
    '--format',
    'json',
    '--pure',
    ...(model === undefined ? [] : ['-m', baseUrl === undefined ? model : `own/${model}`]),
    ...extra,
    prompt,
  ],
  homeFiles({ baseUrl, model, mayUseNetwork, mayBypassPermissions }) {
    const ask = mayBypassPermissions ? 'allow' : 'deny';
    const permission = { edit: 'allow', bash: ask, webfetch: mayUseNetwork ? 'allow' : 'deny' };
    const own = {
      npm: '@ai-sdk/openai-compatible',
      name: 'own',
      options: { baseURL: baseUrl, apiKey: '{env:OPENAI_API_KEY}' },
    };
    const provider = baseUrl === undefined ? {} : { own: { ...own, models: { [model ?? 'model']: {} } } };
    return {
      '.config/opencode/opencode.json': JSON.stringify({ permission, provider, autoupdate: false, share: 'disabled' }),
    };
  },
  tokensOf(row) {
    if (row['type'] !== 'step_finish') return undefined;
    const part = objectAt(row, 'part');
    const tokens = objectAt(part, 'tokens');
    return {
      reply: textAt(part, 'id'),
      tokens: countAt(tokens, 'input') + countAt(tokens, 'output') + countAt(tokens, 'reasoning'),
    };
  },
  read(output) {
    const rows = jsonRows(output);
    const transcript = rows.flatMap(messagesOf);
    const steps = rows
      .filter((row) => row['type'] === 'step_finish')
      .map((row) => objectAt(objectAt(row, 'part'), 'tokens'));
    const failed = rows.findLast((row) => row['type'] === 'error');
    const sum = (name: string): number => steps.reduce((total, step) => total + countAt(step, name), 0);
    return {
      text: transcript.findLast(({ role }) => role === 'assistant')?.content ?? '',
      transcript,
      ...(steps.length === 0
        ? {}
        : {
            usage: {
              calls: steps.length,
              promptTokens: sum('input'),
              completionTokens: sum('output') + sum('reasoning'),
            },
          }),
      ...(failed === undefined ? {} : { error: JSON.stringify(failed['error'] ?? failed) }),
    };
  },
};

function messagesOf(row: JsonRow): readonly Message[] {
  const part = objectAt(row, 'part');
  if (row['type'] === 'text') return [said('assistant', textAt(part, 'text'))];
  return row['type'] === 'tool_use' ? [said('tool', JSON.stringify(part['state'] ?? part))] : [];
}
