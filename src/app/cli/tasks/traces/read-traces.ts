import { isRecord } from '#foundation/kernel';
import { choicesOf, firstRecord, messagesIn, type Row, textOf, toolLine, turnOf } from './chat-messages.ts';
import { type Conversation, joinTurns, type Turn } from './conversation.ts';
import { readLangfuse } from './read-langfuse.ts';
import { readOpencode } from './read-opencode.ts';
import { readSpans } from './read-spans.ts';

/** What a log could be read as, and the lines that nobody could read. */
export interface ReadTraces {
  readonly conversations: readonly Conversation[];
  readonly skipped: number;
}

/**
 * Reads a log in JSON lines or one JSON file: of Claude Code, of Codex, of OpenAI's chat formats, of OpenTelemetry, Langfuse or OpenCode. Each
 * line says by its shape what it is.
 */
export function readTraces(text: string, name: string): ReadTraces {
  const claude = new Map<string, Turn[]>();
  const codex: Turn[] = [];
  const openai: Conversation[] = [];
  const exported: Row[] = [];
  let session = name;
  let skipped = 0;
  for (const [number, row] of rowsOf(text).entries()) {
    if (row === undefined) skipped += 1;
    else if (isExported(row)) exported.push(row);
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
  const ofTools = [...readSpans(exported), ...readLangfuse(exported), ...readOpencode(exported)];
  const all = [...ofClaude, ...ofCodex, ...openai, ...ofTools];
  return { conversations: all.filter(({ turns }) => turns.some(({ role }) => role === 'user')), skipped };
}

/** The rows of one JSON file, a list or what a page of an interface lists as `data`; else the lines, a row or nothing each. */
function rowsOf(text: string): readonly (Row | undefined)[] {
  const whole = parseAny(text);
  if (whole === undefined) return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parse(line)]));
  const rows: unknown = isRecord(whole) && Array.isArray(whole['data']) ? whole['data'] : whole;
  return (Array.isArray(rows) ? rows : [rows]).map((row: unknown) => (isRecord(row) ? row : undefined));
}

/** Whether a tool that watches models, or a session of OpenCode, has written it. */
function isExported(row: Row): boolean {
  const isObserved = 'traceId' in row && typeof row['type'] === 'string' && ('input' in row || 'output' in row);
  const isSession = isRecord(row['info']) && Array.isArray(row['messages']);
  return isObserved || isSession || Array.isArray(row['resourceSpans']) || Array.isArray(row['observations']);
}

function parseAny(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parse(line: string): Row | undefined {
  const value = parseAny(line);
  return isRecord(value) ? value : undefined;
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

/** Messages of a fine-tuning file, a batch request, or a log of requests with their responses. */
function openaiTurns(row: Row): readonly Turn[] {
  const request = firstRecord(row['body'], row['request'], row['input']) ?? row;
  const asked = messagesIn(request['messages'] ?? request['input'] ?? row['input']);
  const response = firstRecord(row['response'], row['output'], row['completion']) ?? row;
  const inner = firstRecord(response['body']) ?? response;
  const answered = choicesOf(inner).concat(messagesIn(inner['output'] ?? row['output']));
  return [...asked, ...answered].flatMap(turnOf);
}

/** What programs put into the user's mouth. */
function isNoise(text: string): boolean {
  return /^\s*<(environment_context|user_instructions|command-name|command-message|local-command-stdout|system-reminder|ide_\w+)\b/.test(
    text,
  );
}
