import { isRecord } from '#foundation/kernel';
import { choicesOf, messagesIn, type Row, turnOf } from './chat-messages.ts';
import { type Conversation, joinTurns, longestEach, type Turn } from './conversation.ts';

/**
 * Traces with their observations, and rows of observations, as Langfuse exports them: of each trace the generation that saw most; what the trace
 * itself tells where none can be read. @source langfuse.com/docs: export from the UI, public API (id, traceId, type, input, output)
 */
export function readLangfuse(rows: readonly Row[]): readonly Conversation[] {
  const found = rows.flatMap((row, i): Conversation[] => {
    if (Array.isArray(row['observations'])) {
      const trace = isRecord(row['trace']) ? row['trace'] : row;
      const name = nameOf(trace['id'], i);
      const generations = row['observations'].flatMap((one: unknown) =>
        isRecord(one) ? conversationOf(one, name) : [],
      );
      return generations.length > 0 ? generations : conversationOf({ ...trace, type: 'GENERATION' }, name);
    }
    return 'traceId' in row ? conversationOf(row, nameOf(row['traceId'] ?? row['id'], i)) : [];
  });
  return longestEach(found);
}

function nameOf(id: unknown, index: number): string {
  return typeof id === 'string' ? id : `langfuse:${index + 1}`;
}

function conversationOf({ type, input, output }: Row, session: string): Conversation[] {
  if (type !== 'GENERATION') return [];
  const turns = joinTurns([...askedIn(unpacked(input)), ...answeredIn(unpacked(output))]);
  return turns.length === 0 ? [] : [{ format: 'langfuse', session, turns }];
}

/** The table's export keeps JSON as text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function askedIn(input: unknown): readonly Turn[] {
  return messagesIn(isRecord(input) ? input['messages'] : input).flatMap(turnOf);
}

function answeredIn(output: unknown): readonly Turn[] {
  if (typeof output === 'string') return [{ role: 'assistant', text: output }];
  if (!isRecord(output)) return messagesIn(output).flatMap(turnOf);
  const messages = 'choices' in output ? choicesOf(output) : messagesIn([{ role: 'assistant', ...output }]);
  return messages.flatMap(turnOf);
}
