import { hashOf } from '#foundation/kernel';
import { wordsOf } from '../rule-similarity/words.ts';

/** A rule in a text: one list item or paragraph, with where it stands. */
export interface RuleSpan {
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly section: readonly string[];
  /** Its words: what makes two rules the same. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Lines as spans without their breaks. */
function* linesOf(text: string): Generator<{ line: string; start: number; end: number }> {
  let start = 0;
  for (const line of text.split('\n')) {
    yield { line, start, end: start + line.length };
    start += line.length + 1;
  }
}

/**
 * The rules of a Markdown text in order. A list item ends at the next item, heading or blank line; a paragraph likewise;
 * a fenced block belongs to the rule above it. Comments and front matter are no rules.
 */
export function rulesOf(text: string): RuleSpan[] {
  const rules: RuleSpan[] = [];
  const section: string[] = [];
  let open: { start: number; end: number } | undefined;
  let inFence = false;
  const close = (): void => {
    if (open !== undefined) pushRule(rules, text, open, section);
    open = undefined;
  };
  for (const { line, start, end } of linesOf(text)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (inFence || isFence) {
      open = open === undefined ? { start, end } : { ...open, end };
      if (isFence) inFence = !inFence;
      continue;
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    const isBlank = line.trim() === '' || /^\s*<!--.*-->\s*$/.test(line);
    if (heading !== null || isBlank || /^\s*(?:[-*+]|\d+[.)])\s/.test(line)) close();
    if (heading !== null) section.splice(heading[1]!.length - 1, Infinity, heading[2]!);
    else if (!isBlank) open = open === undefined ? { start, end } : { ...open, end };
  }
  close();
  return rules;
}

function pushRule(
  rules: RuleSpan[],
  text: string,
  { start, end }: { start: number; end: number },
  section: readonly string[],
): void {
  const raw = text.slice(start, end);
  const key = wordsOf(raw.replace(/^\s*\d+[.)]\s/, '')).join(' ');
  if (key !== '') rules.push({ text: raw, section: section.filter((each) => each !== undefined), key, start, end });
}

/**
 * Ids for rules: a hash of the words alone, so a rule keeps its id when it moves, is indented or its neighbours change.
 * The second of two equal rules gets `-2`.
 */
export function nameRules(rules: readonly RuleSpan[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ key }) => {
    const id = `r-${hashOf(key).slice(0, 10)}`;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return times === 1 ? id : `${id}-${times}`;
  });
}
