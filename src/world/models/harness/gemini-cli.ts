import type { Message } from '#foundation/contracts/ports';
import { type Agent, countAt, type JsonRow, jsonRows, objectAt, said, textAt } from './agent.ts';

/**
 * Gemini CLI, `gemini -p`. It signs in with a key only when its settings say so.
 *
 * @source github.com/google-gemini/gemini-cli, docs/cli/headless.md; seen with 0.61.0
 */
export const geminiCli: Agent = {
  name: 'gemini',
  skillFolder: '.gemini/skills',
  variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
  command: ({ program, prompt, model, mayBypassPermissions, extra }) => [
    program,
    '-p',
    prompt,
    '--skip-trust',
    '-o',
    'stream-json',
    ...(model === undefined ? [] : ['-m', model]),
    '--approval-mode',
    mayBypassPermissions ? 'yolo' : 'auto_edit',
    ...extra,
  ],
  homeFiles: ({ mayUseNetwork }) => ({
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      ...(mayUseNetwork ? {} : { tools: { exclude: ['web_fetch', 'google_web_search'] } }),
      general: { disableAutoUpdate: true },
    }),
  }),
  read(output) {
    const rows = jsonRows(output);
    const transcript = joinDeltas(rows);
    const result = rows.findLast((row) => row['type'] === 'result');
    const stats = objectAt(result ?? {}, 'stats');
    return {
      text: transcript.findLast(({ role }) => role === 'assistant')?.content ?? '',
      transcript,
      ...(result === undefined
        ? {}
        : {
            usage: {
              calls: Math.max(1, countAt(stats, 'tool_calls') + 1),
              promptTokens: countAt(stats, 'input_tokens'),
              completionTokens: countAt(stats, 'output_tokens'),
            },
          }),
      ...(result?.['status'] === 'error' ? { error: JSON.stringify(result['error'] ?? result) } : {}),
    };
  },
};

/** Its assistant speaks in pieces; pieces that follow each other are one message. */
function joinDeltas(rows: readonly JsonRow[]): readonly Message[] {
  const messages: Message[] = [];
  for (const row of rows) {
    const type = row['type'];
    if (type === 'tool_use' || type === 'tool_result') messages.push(said('tool', JSON.stringify(row)));
    if (type !== 'message') continue;
    const role = row['role'] === 'assistant' ? 'assistant' : 'user';
    const last = messages.at(-1);
    if (last?.role === role && row['delta'] === true) {
      messages[messages.length - 1] = said(role, last.content + textAt(row, 'content'));
    } else messages.push(said(role, textAt(row, 'content')));
  }
  return messages;
}
