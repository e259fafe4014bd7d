import type { Message } from '#foundation/contracts/ports';
import { type Agent, countAt, type JsonRow, jsonRows, objectAt, said, textAt } from './agent.ts';

/**
 * Claude Code, `claude -p`. Its events are read tolerantly: kinds come and go between versions.
 *
 * @source code.claude.com/docs, "Run Claude Code programmatically"; seen with 2.1.197
 */
export const claudeCode: Agent = {
  name: 'claude-code',
  skillFolder: '.claude/skills',
  variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL'],
  command: ({ program, prompt, model, mayBypassPermissions, mayUseNetwork, extra }) => [
    program,
    '-p',
    prompt,
    '--output-format',
    'stream-json',
    '--verbose',
    '--no-session-persistence',
    ...(model === undefined ? [] : ['--model', model]),
    ...(mayBypassPermissions ? ['--dangerously-skip-permissions'] : ['--permission-mode', 'acceptEdits']),
    ...(mayUseNetwork ? [] : ['--disallowedTools', 'WebFetch,WebSearch']),
    ...extra,
  ],
  tokensOf(row) {
    if (row['type'] !== 'assistant') return undefined;
    const message = objectAt(row, 'message');
    const { promptTokens, completionTokens } = tokensIn(objectAt(message, 'usage'));
    return { reply: textAt(message, 'id'), tokens: promptTokens + completionTokens };
  },
  read(output) {
    const rows = jsonRows(output);
    const transcript = rows.flatMap(messagesOf);
    const result = rows.findLast((row) => row['type'] === 'result');
    const text = result === undefined ? (transcript.at(-1)?.content ?? '') : textAt(result, 'result');
    const usage = result === undefined ? undefined : usageOf(result);
    return {
      text,
      transcript,
      ...(usage === undefined ? {} : { usage }),
      ...(result?.['is_error'] === true ? { error: text } : {}),
    };
  },
};

function messagesOf(row: JsonRow): readonly Message[] {
  const type = row['type'];
  if (type !== 'assistant' && type !== 'user') return [];
  const content = objectAt(row, 'message')['content'];
  const parts = Array.isArray(content) ? (content as readonly JsonRow[]) : [];
  return parts.flatMap((part) => {
    if (part['type'] === 'text') return [said(type, textAt(part, 'text'))];
    if (part['type'] === 'tool_use')
      return [said('assistant', `${textAt(part, 'name')} ${JSON.stringify(part['input'])}`)];
    if (part['type'] === 'tool_result') return [said('tool', JSON.stringify(part['content']))];
    return [];
  });
}

function usageOf(result: JsonRow): { calls: number; promptTokens: number; completionTokens: number; dollars?: number } {
  const dollars = result['total_cost_usd'];
  return {
    calls: Math.max(1, countAt(result, 'num_turns')),
    ...tokensIn(objectAt(result, 'usage')),
    ...(typeof dollars === 'number' ? { dollars } : {}),
  };
}

function tokensIn(usage: JsonRow): { promptTokens: number; completionTokens: number } {
  const cached = countAt(usage, 'cache_read_input_tokens') + countAt(usage, 'cache_creation_input_tokens');
  return {
    promptTokens: countAt(usage, 'input_tokens') + cached,
    completionTokens: countAt(usage, 'output_tokens'),
  };
}
