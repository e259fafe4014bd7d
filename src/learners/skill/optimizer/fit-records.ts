import { rememberOf } from '#foundation/kernel';
import type { Message } from '#foundation/contracts/ports';
import { countTokens } from '../document/count-tokens.ts';
import { jsonLine } from '../document/fence.ts';
import type { RolloutRecord } from './rollout-record.ts';

/**
 * Makes rollouts fit a number of tokens. Each gets an equal share, and what short ones leave goes to the long ones. In a rollout that
 * is too long the oldest turns go first; the final reply, the reason, the feedback, the task and the last turns stay,
 * clipped in the middle if they must be.
 */
export function fitRecords(records: readonly RolloutRecord[], tokens: number): RolloutRecord[] {
  const sizes = records.map(sizeOf);
  const shortFirst = [...records.keys()].sort((a, b) => sizes[a]! - sizes[b]! || a - b);
  const fitted: RolloutRecord[] = [...records];
  let left = tokens;
  for (const [done, i] of shortFirst.entries()) {
    const share = Math.floor(left / (records.length - done));
    if (sizes[i]! <= share) {
      left -= sizes[i]!;
      continue;
    }
    fitted[i] = fitRecord(records[i]!, share);
    left -= sizeOf(fitted[i]);
  }
  return fitted;
}

/** A record as a line of a prompt. */
interface RecordLine {
  readonly line: string;
  readonly tokens: number;
}

/** Several analysts read the same records: each is written once, as long as somebody holds it. */
const write = rememberOf((record: RolloutRecord): RecordLine => {
  const line = jsonLine(record);
  return { line, tokens: countTokens(line) };
});

export function lineOf(record: RolloutRecord): string {
  return write(record).line;
}

function sizeOf(record: RolloutRecord): number {
  return write(record).tokens;
}

/** Shares of the decisive parts; what they do not use goes to the last turns. */
function fitRecord(record: RolloutRecord, tokens: number): RolloutRecord {
  // Escapes and field names make JSON longer than its texts, so aim lower until it fits.
  for (let aim = tokens; aim >= 16; aim = Math.floor(aim * 0.8)) {
    const { transcript = [], why, feedback } = record;
    const decisive: RolloutRecord = {
      ...record,
      text: clip(record.text, 0.2 * aim),
      ...(why === undefined ? {} : { why: clip(why, 0.2 * aim) }),
      ...(feedback === undefined ? {} : { feedback: clip(feedback, 0.25 * aim) }),
      reply: clip(record.reply, 0.25 * aim),
      transcript: [],
    };
    const fitted = { ...decisive, transcript: lastTurns(transcript, aim - sizeOf(decisive)) };
    if (sizeOf(fitted) <= tokens) return fitted;
  }
  const { task, hard, soft, turns } = record;
  return { task, text: '', hard, soft, turns, reply: clip(record.reply, tokens / 4) };
}

/** As many of the last turns as fit, with a note on what is left out. */
function lastTurns(transcript: readonly Message[], tokens: number): Message[] {
  const kept: Message[] = [];
  let left = tokens - 24;
  for (const { role, content } of transcript.toReversed()) {
    if (left < 24) break;
    const short = clip(content, Math.max(16, left / 2));
    kept.unshift({ role, content: short });
    left -= countTokens(short) + 12;
  }
  const dropped = transcript.length - kept.length;
  return dropped === 0 ? kept : [{ role: 'system', content: `[${dropped} earlier messages left out]` }, ...kept];
}

/** Head and tail of a text, about this many tokens long. */
export function clip(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  const perToken = text.length / countTokens(text);
  const room = Math.max(8, Math.floor(tokens * perToken) - 8);
  const head = Math.ceil(room / 2);
  return `${text.slice(0, head)} […] ${text.slice(text.length - (room - head))}`;
}
