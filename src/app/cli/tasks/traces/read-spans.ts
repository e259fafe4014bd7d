import { isRecord } from '#foundation/kernel';
import { messagesIn, type Row, textOf, toolLine } from './chat-messages.ts';
import { type Conversation, joinTurns, longestEach, type Turn } from './conversation.ts';

/**
 * Spans of models as OpenTelemetry writes them in OTLP JSON: messages as attributes of the span or of one of its events, or as an event each.
 * @source OpenTelemetry semantic conventions for generative AI: gen_ai.system_instructions, gen_ai.input.messages, gen_ai.output.messages;
 * before 1.37 the events gen_ai.system.message, gen_ai.user.message, gen_ai.assistant.message, gen_ai.choice
 */
export function readSpans(rows: readonly Row[]): readonly Conversation[] {
  const spans = rows
    .flatMap((row) => recordsIn(row['resourceSpans']))
    .flatMap((resource) => recordsIn(resource['scopeSpans']))
    .flatMap((scope) => recordsIn(scope['spans']));
  const found = spans.flatMap((span, i): Conversation[] => {
    const own = attributesOf(span);
    const events = recordsIn(span['events']).map((event) => [String(event['name']), attributesOf(event)] as const);
    const holder = [own, ...events.map(([, held]) => held)].find((held) => held.has('gen_ai.input.messages'));
    const turns = joinTurns(holder === undefined ? events.flatMap((event) => toldTurn(...event)) : heldTurns(holder));
    const session = own.get('gen_ai.conversation.id') ?? span['spanId'];
    return turns.length === 0
      ? []
      : [{ format: 'opentelemetry', session: typeof session === 'string' ? session : `span:${i + 1}`, turns }];
  });
  return longestEach(found);
}

type Attributes = ReadonlyMap<string, unknown>;

function recordsIn(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter((one): one is Row => isRecord(one)) : [];
}

function attributesOf({ attributes }: Row): Attributes {
  return new Map(recordsIn(attributes).map(({ key, value }) => [String(key), plain(value)]));
}

/** A value of OTLP as plain JSON. */
function plain(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  const { arrayValue: list, kvlistValue: pairs } = value;
  if (isRecord(list)) return recordsIn(list['values']).map(plain);
  if (isRecord(pairs)) return Object.fromEntries(attributesOf({ attributes: pairs['values'] }));
  return value['stringValue'] ?? value['intValue'] ?? value['doubleValue'] ?? value['boolValue'];
}

function heldTurns(held: Attributes): readonly Turn[] {
  const told = unpacked(held.get('gen_ai.system_instructions'));
  const system = Array.isArray(told) ? [{ role: 'system', parts: told }] : [];
  const messages = ['gen_ai.input.messages', 'gen_ai.output.messages'].flatMap((name) =>
    recordsIn(unpacked(held.get(name))),
  );
  return [...system, ...messages].flatMap(({ role, parts }) =>
    role === 'tool' ? [] : [{ role: speakerOf(role), text: recordsIn(parts).map(partText).join('\n') }],
  );
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function partText({ type, content, name, arguments: input }: Row): string {
  if (type === 'text' && typeof content === 'string') return content;
  return type === 'tool_call' ? toolLine(String(name), input) : '';
}

function speakerOf(role: unknown): Turn['role'] {
  return role === 'assistant' || role === 'user' ? role : 'system';
}

const TOLD = /^gen_ai\.(?:(system|user|assistant)\.message|choice)$/u;

function toldTurn(name: string, held: Attributes): readonly Turn[] {
  const found = TOLD.exec(name);
  if (found === null) return [];
  const [message] = messagesIn([{ role: 'assistant', ...recordsIn([unpacked(held.get('message'))])[0] }]);
  const text = textOf(held.get('content') ?? message?.content);
  return [{ role: speakerOf(found[1] ?? 'assistant'), text }];
}
