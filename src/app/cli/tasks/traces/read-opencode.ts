import { isRecord } from '#foundation/kernel';
import { type Row, toolLine } from './chat-messages.ts';
import { type Conversation, joinTurns, type Turn } from './conversation.ts';

/** Sessions as `opencode export` writes them. @source opencode.ai/docs/cli: { info, messages: [{ info: { role }, parts }] } */
export function readOpencode(rows: readonly Row[]): readonly Conversation[] {
  return rows.flatMap(({ info, messages }, i) => {
    if (!isRecord(info) || !Array.isArray(messages)) return [];
    const session = typeof info['id'] === 'string' ? info['id'] : `opencode:${i + 1}`;
    return [{ format: 'opencode', session, turns: joinTurns(messages.flatMap(turnsOf)) } as const];
  });
}

function turnsOf(message: unknown): readonly Turn[] {
  const { info, parts } = isRecord(message) ? message : {};
  const role = isRecord(info) ? info['role'] : undefined;
  if ((role !== 'user' && role !== 'assistant') || !Array.isArray(parts)) return [];
  return parts.map((part: unknown) => ({ role, text: isRecord(part) ? partText(part) : '' }));
}

/** Synthetic parts are the program's, not the user's. */
function partText(part: Row): string {
  const { type, text, synthetic } = part;
  if (type === 'text' && synthetic !== true) return typeof text === 'string' ? text : '';
  if (type !== 'tool') return '';
  const state = isRecord(part['state']) ? part['state'] : {};
  return toolLine(String(part['tool']), state['input']);
}
