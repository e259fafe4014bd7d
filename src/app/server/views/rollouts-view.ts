import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { Message } from '#foundation/contracts/ports';
import type { StoreReader } from '#world/store';
import { fieldAt, listAt, numberAt, textAt } from '../json-fields.ts';
import { Mark, markFrom } from './notes.ts';

/** One recorded call in a list. */
const RolloutRow = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** Its first line for people: what was asked. */
  asked: z.string(),
  reply: z.string(),
  hard: z.number().nullable(),
  soft: z.number().nullable(),
  why: z.string().nullable(),
  outage: z.string().nullable(),
  tokens: z.number().nullable(),
});
type RolloutRow = z.infer<typeof RolloutRow>;

export const RolloutList = z.strictObject({
  rows: z.array(RolloutRow),
  /** Of all that fit the question. */
  total: z.int(),
  names: z.array(z.strictObject({ name: z.string(), count: z.int() })),
});
export type RolloutList = z.infer<typeof RolloutList>;

export const RolloutTrace = z.strictObject({
  ...RolloutRow.shape,
  /** Nothing where no price is known. */
  dollars: z.number().nullable(),
  /** What a person said of it. */
  mark: Mark.nullable(),
  transcript: z.array(z.strictObject({ role: z.string(), content: z.string() })),
  result: Json,
});
export type RolloutTrace = z.infer<typeof RolloutTrace>;

export interface RolloutQuestion {
  readonly name?: string | undefined;
  readonly outcome?: 'passed' | 'failed' | 'unscored' | undefined;
  readonly from: number;
  readonly limit: number;
}

/** Characters of a text in a list. */
const SHORT = 160;

/** Rows of calls that are kept; what was recorded once never changes. */
const MOST_KEPT = 50_000;

/** Rows of recorded calls by their result, kept between requests: a question about outcomes reads every one of them. */
export class RolloutRows {
  readonly #store: StoreReader;
  readonly #kept = new Map<string, RolloutRow>();

  constructor(store: StoreReader) {
    this.#store = store;
  }

  of(effect: Effect): RolloutRow {
    const known = this.#kept.get(effect.key);
    if (known !== undefined) return known;
    const row = rowOf(this.#store, effect);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(effect.key, row);
    return row;
  }
}

/** Calls of a run in the order in which they began; those that no process noted come last. */
export function rolloutList(
  { store, rollouts }: { readonly store: StoreReader; readonly rollouts: RolloutRows },
  run: string,
  asked: RolloutQuestion,
): RolloutList {
  const order = new Map(store.attemptsOf(run).map((key, i) => [key, i]));
  const place = (key: string): number => order.get(key.slice(0, 32)) ?? Infinity;
  const effects = store.effectsOf(run).toSorted((a, b) => place(a.key) - place(b.key) || (a.key < b.key ? -1 : 1));
  const counts = new Map<string, number>();
  for (const { name } of effects) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = effects.filter(({ name }) => asked.name === undefined || name === asked.name);
  const isRead = asked.outcome !== undefined;
  const rows = isRead ? named.map((effect) => rollouts.of(effect)).filter((row) => isOutcome(row, asked.outcome)) : [];
  const shown = isRead
    ? rows.slice(asked.from, asked.from + asked.limit)
    : named.slice(asked.from, asked.from + asked.limit).map((effect) => rollouts.of(effect));
  return {
    rows: shown,
    total: isRead ? rows.length : named.length,
    names: [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count),
  };
}

/** One call, whole. */
export function rolloutTrace(store: StoreReader, run: string, key: string): RolloutTrace | undefined {
  const effect = store.effectsOf(run).find((each) => each.key === key || each.key.startsWith(key));
  if (effect === undefined) return undefined;
  const result = storedJson(store, effect.result);
  const mark = markFrom(store.notesOfCalls(run).get(effect.key));
  const dollars = numberAt(fieldAt(result, 'outcome') ?? result, 'usage', 'dollars') ?? null;
  return { ...rowOf(store, effect), dollars, mark, transcript: messagesOf(result), result };
}

interface Effect {
  readonly key: string;
  readonly name: string;
  readonly result: string;
}

/** A recorded value under its hash; null where there is none. */
export function storedJson(store: StoreReader, hash: string | undefined): Json {
  const bytes = hash === undefined ? undefined : store.getBlob(hash);
  if (bytes === undefined) return null;
  return Json.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

function rowOf(store: StoreReader, { key, name, result: hash }: Effect): RolloutRow {
  const result = storedJson(store, hash);
  const outcome = fieldAt(result, 'outcome') ?? result;
  const messages = messagesOf(result);
  const reply = textAt(outcome, 'reply') ?? textAt(outcome, 'text') ?? JSON.stringify(result);
  const tokens =
    (numberAt(outcome, 'usage', 'promptTokens') ?? 0) + (numberAt(outcome, 'usage', 'completionTokens') ?? 0);
  return {
    key,
    name,
    asked: (messages.findLast(({ role }) => role === 'user')?.content ?? '').slice(0, SHORT),
    reply: reply.slice(0, SHORT),
    hard: numberAt(outcome, 'score', 'hard') ?? null,
    soft: numberAt(outcome, 'score', 'soft') ?? null,
    why: textAt(outcome, 'score', 'why') ?? textAt(outcome, 'message') ?? null,
    outage: textAt(outcome, 'outage') ?? null,
    tokens: tokens === 0 ? null : tokens,
  };
}

export function messagesOf(result: Json): Message[] {
  const list = [...listAt(result, 'outcome', 'transcript'), ...listAt(result, 'transcript')];
  return list.flatMap((message) => {
    const [role, content] = [textAt(message, 'role'), textAt(message, 'content')];
    if (content === undefined || (role !== 'user' && role !== 'assistant' && role !== 'system')) return [];
    return [{ role, content }];
  });
}

function isOutcome({ hard, outage }: RolloutRow, wanted: RolloutQuestion['outcome']): boolean {
  if (wanted === 'unscored') return outage !== null;
  return hard !== null && hard >= 1 === (wanted === 'passed');
}
