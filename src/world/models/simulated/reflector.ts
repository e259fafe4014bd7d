import type { Rng } from '#foundation/kernel';
import type { PromptRecord, ReadPrompt } from './read-prompt.ts';
import { ACTIONS, ruleLine } from './rule-book.ts';
import type { WorldData } from './world-data.ts';

/** One bounded change as optimizers write it. */
export interface WrittenEdit {
  readonly op: 'append' | 'replace';
  readonly target: string;
  readonly content: string;
}

const RULE_LINE = /^\s*[-*] For the tag "([a-z]+)" the action is ([A-Z]+)\.?\s*$/u;

/** The rules of a document by tag, as their lines stand. */
export function rulesIn(document: string): Map<string, { readonly line: string; readonly action: string }> {
  const rules = new Map<string, { line: string; action: string }>();
  for (const line of document.split('\n')) {
    const found = RULE_LINE.exec(line);
    if (found !== null && !rules.has(found[1]!)) rules.set(found[1]!, { line, action: found[2]! });
  }
  return rules;
}

/**
 * What the simulated reflector makes of a prompt: it takes up a few hints, sometimes writes a wrong action, sometimes adds a line
 * that helps nobody. A rule that is there already is left alone, or replaced where the hint contradicts it.
 */
export function writeEdits(prompt: ReadPrompt, { reflector }: WorldData, rng: Rng): WrittenEdit[] {
  const rules = rulesIn(prompt.documents[0] ?? prompt.whole);
  const fresh = prompt.hints.filter(({ tag, action }) => rules.get(tag)?.action !== action);
  const edits = fresh.slice(0, reflector.insights).map(({ tag, action }): WrittenEdit => {
    const written = rng.chance(reflector.wrong) ? rng.pick(ACTIONS.filter((other) => other !== action)) : action;
    const content = ruleLine(tag, written);
    const old = rules.get(tag);
    return old === undefined ? { op: 'append', target: '', content } : { op: 'replace', target: old.line, content };
  });
  if (rng.chance(reflector.useless)) edits.push({ op: 'append', target: '', content: uselessLine(rng) });
  if (rng.chance(reflector.neutral)) edits.push({ op: 'append', target: '', content: remark(rng) });
  return edits;
}

/** A whole document with these edits, each of its list items lost with some chance. */
export function writeDocument(
  document: string,
  edits: readonly WrittenEdit[],
  { reflector }: WorldData,
  rng: Rng,
): string {
  let text = document;
  for (const { op, target, content } of edits) {
    text =
      op === 'replace' && text.includes(target) ? text.replace(target, content) : `${text.trimEnd()}\n${content}\n`;
  }
  const kept = text.split('\n').filter((line) => !/^\s*[-*] \S/u.test(line) || !rng.chance(reflector.forget));
  return `${kept.join('\n').trimEnd()}\n`;
}

/** Edits of several analysts as one list: equal ones once, one per tag, the best supported first. */
export function mergeItems(items: readonly PromptRecord[], payload: (item: PromptRecord) => string): PromptRecord[] {
  const merged = new Map<string, { item: PromptRecord; support: number; from: unknown[] }>();
  for (const item of items) {
    const key = payload(item);
    const known = merged.get(key);
    const support = Number(item['support_count'] ?? 1);
    if (known === undefined) merged.set(key, { item, support, from: [item['id']] });
    else {
      known.support += support;
      known.from.push(item['id']);
    }
  }
  const best = [...merged.values()].sort((a, b) => b.support - a.support);
  const subjects = new Set<string>();
  return best.flatMap(({ item, support, from }) => {
    const subject = /For the tag "([a-z]+)"/u.exec(payload(item))?.[1] ?? payload(item);
    if (subjects.has(subject)) return [];
    subjects.add(subject);
    const { id: _id, ...rest } = item;
    return [{ ...rest, support_count: support, from }];
  });
}

function uselessLine(rng: Rng): string {
  const virtue = rng.pick(['patience', 'care', 'focus', 'calm', 'rigour', 'clarity', 'courage', 'thrift']);
  return `- Remember that ${virtue} pays off in every task (${rng.below(10_000)}).`;
}

function remark(rng: Rng): string {
  return `> Remark ${rng.below(10_000)}: the order of the tags is the order of the actions.`;
}
