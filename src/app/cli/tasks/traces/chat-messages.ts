import { z } from 'zod';
import { isRecord } from '#foundation/kernel';
import type { Turn } from './conversation.ts';

export type Row = Readonly<Record<string, unknown>>;

const Message = z.object({ role: z.string(), content: z.unknown(), tool_calls: z.array(z.unknown()).optional() });
type Message = z.infer<typeof Message>;

export function firstRecord(...values: readonly unknown[]): Row | undefined {
  return values.find((value): value is Row => isRecord(value));
}

export function messagesIn(value: unknown): readonly Message[] {
  if (typeof value === 'string') return [{ role: 'user', content: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const found = Message.safeParse(one);
    return found.success ? [found.data] : [];
  });
}

export function choicesOf(response: Row): readonly Message[] {
  const [choice]: readonly unknown[] = Array.isArray(response['choices']) ? response['choices'] : [];
  return messagesIn(isRecord(choice) ? [choice['message']] : []);
}

export function turnOf({ role, content, tool_calls: calls = [] }: Message): readonly Turn[] {
  if (role === 'tool' || role === 'function') return [];
  const speaker = role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system';
  const tools = calls.flatMap((call) => {
    const named = isRecord(call) && isRecord(call['function']) ? call['function'] : undefined;
    return named === undefined ? [] : [toolLine(String(named['name']), named['arguments'])];
  });
  return [{ role: speaker, text: [textOf(content), ...tools].filter((one) => one !== '').join('\n') }];
}

/** The text of a message: a string, or parts of which only texts and tool calls are kept. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content.map((part: unknown) => {
    if (!isRecord(part)) return '';
    if (typeof part['text'] === 'string') return part['text'];
    return part['type'] === 'tool_use' ? toolLine(String(part['name']), part['input']) : '';
  });
  return parts.filter((text) => text !== '').join('\n');
}

export function toolLine(name: string, input: unknown): string {
  const said = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return `[${name}] ${said.length > 300 ? `${said.slice(0, 300)}…` : said}`;
}
