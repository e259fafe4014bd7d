import { z } from 'zod';
import { isRecord } from '#foundation/kernel';
import { type Conversation, joinTurns, type Turn } from './conversation.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a log could be read as, and the lines that nobody could read. */
export interface ReadTraces {
  readonly conversations: readonly Conversation[];
  readonly skipped: number;
}

/** Reads a log in JSON lines: of Claude Code, of Codex, or of OpenAI's chat formats. Each line says by its shape what it is. */
export function readTraces(text: string, name: string): ReadTraces {
  const claude = new Map<string, Turn[]>();
  const codex: Turn[] = [];
  const openai: Conversation[] = [];
  let session = name;
  let skipped = 0;
  for (const [number, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = parse(line);
    if (row === undefined) skipped += 1;
    else if (isClaudeCode(row)) {
      const id = typeof row['sessionId'] === 'string' ? row['sessionId'] : name;
      const turns = claude.get(id);
      if (turns === undefined) claude.set(id, [...claudeTurns(row)]);
      else turns.push(...claudeTurns(row));
    } else if (isCodex(row)) {
      const payload = isRecord(row['payload']) ? row['payload'] : row;
      if (row['type'] === 'session_meta' && typeof payload['id'] === 'string') session = payload['id'];
      codex.push(...codexTurns(payload));
    } else {
      const turns = openaiTurns(row);
      if (turns.length === 0) skipped += 1;
      else openai.push({ format: 'openai', session: nameOf(row) ?? `${name}:${number + 1}`, turns: joinTurns(turns) });
    }
  }
  const ofClaude = [...claude].map(
    ([id, turns]) => ({ format: 'claude-code', session: id, turns: joinTurns(turns) }) as const,
  );
  const ofCodex = codex.length === 0 ? [] : [{ format: 'codex', session, turns: joinTurns(codex) } as const];
  const all = [...ofClaude, ...ofCodex, ...openai];
  return { conversations: all.filter(({ turns }) => turns.some(({ role }) => role === 'user')), skipped };
}

function parse(line: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(row: Row): string | undefined {
  const id = row['id'] ?? row['custom_id'] ?? row['request_id'];
  return typeof id === 'string' ? id : undefined;
}

const claudeTypes = new Set(['user', 'assistant', 'summary', 'system', 'file-history-snapshot', 'queue-operation']);

/** @source lines of ~/.claude/projects/…/SESSION.jsonl: type, sessionId, uuid and message */
function isClaudeCode(row: Row): boolean {
  if (typeof row['type'] !== 'string' || !claudeTypes.has(row['type'])) return false;
  return 'sessionId' in row || 'uuid' in row || row['type'] === 'summary' || row['type'] === 'file-history-snapshot';
}

function claudeTurns(row: Row): readonly Turn[] {
  const { message } = row;
  // Side chains are talks of the agent with its own helpers; meta lines are the program's.
  if (row['isSidechain'] === true || row['isMeta'] === true || !isRecord(message)) return [];
  const role = message['role'];
  if (role !== 'user' && role !== 'assistant') return [];
  const said = textOf(message['content']);
  return isNoise(said) ? [] : [{ role, text: said }];
}

const codexTypes = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);
const itemTypes = new Set(['message', 'function_call', 'function_call_output', 'reasoning', 'local_shell_call']);

/** @source lines of ~/.codex/sessions/…/rollout-*.jsonl: type and payload; older ones are the items themselves */
function isCodex(row: Row): boolean {
  if (typeof row['type'] !== 'string') return false;
  return (codexTypes.has(row['type']) && isRecord(row['payload'])) || itemTypes.has(row['type']);
}

function codexTurns(item: Row): readonly Turn[] {
  if (item['type'] === 'message') {
    const role = item['role'];
    const said = textOf(item['content']);
    return (role === 'user' || role === 'assistant') && !isNoise(said) ? [{ role, text: said }] : [];
  }
  if (item['type'] !== 'function_call' && item['type'] !== 'local_shell_call') return [];
  const what = item['arguments'] ?? item['action'] ?? '';
  const name = typeof item['name'] === 'string' ? item['name'] : 'shell';
  return [{ role: 'assistant', text: toolLine(name, what) }];
}

const Message = z.object({ role: z.string(), content: z.unknown(), tool_calls: z.array(z.unknown()).optional() });
type Message = z.infer<typeof Message>;

/** Messages of a fine-tuning file, a batch request, or a log of requests with their responses. */
function openaiTurns(row: Row): readonly Turn[] {
  const request = firstRecord(row['body'], row['request'], row['input']) ?? row;
  const asked = messagesIn(request['messages'] ?? request['input'] ?? row['input']);
  const response = firstRecord(row['response'], row['output'], row['completion']) ?? row;
  const inner = firstRecord(response['body']) ?? response;
  const answered = choicesOf(inner).concat(messagesIn(inner['output'] ?? row['output']));
  return [...asked, ...answered].flatMap(turnOf);
}

function firstRecord(...values: readonly unknown[]): Row | undefined {
  return values.find((value): value is Row => isRecord(value));
}

function messagesIn(value: unknown): readonly Message[] {
  if (typeof value === 'string') return [{ role: 'user', content: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const found = Message.safeParse(one);
    return found.success ? [found.data] : [];
  });
}

function choicesOf(response: Row): readonly Message[] {
  const [choice]: readonly unknown[] = Array.isArray(response['choices']) ? response['choices'] : [];
  return messagesIn(isRecord(choice) ? [choice['message']] : []);
}

function turnOf({ role, content, tool_calls: calls = [] }: Message): readonly Turn[] {
  if (role === 'tool' || role === 'function') return [];
  const speaker = role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system';
  const tools = calls.flatMap((call) => {
    const named = isRecord(call) && isRecord(call['function']) ? call['function'] : undefined;
    return named === undefined ? [] : [toolLine(String(named['name']), named['arguments'])];
  });
  return [{ role: speaker, text: [textOf(content), ...tools].filter((one) => one !== '').join('\n') }];
}

/** The text of a message: a string, or parts of which only texts and tool calls are kept. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content.map((part: unknown) => {
    if (!isRecord(part)) return '';
    if (typeof part['text'] === 'string') return part['text'];
    return part['type'] === 'tool_use' ? toolLine(String(part['name']), part['input']) : '';
  });
  return parts.filter((text) => text !== '').join('\n');
}

function toolLine(name: string, input: unknown): string {
  const said = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return `[${name}] ${said.length > 300 ? `${said.slice(0, 300)}…` : said}`;
}

/** What programs put into the user's mouth. */
function isNoise(text: string): boolean {
  return /^\s*<(environment_context|user_instructions|command-name|command-message|local-command-stdout|system-reminder|ide_\w+)\b/.test(
    text,
  );
}
