import { lineChanges } from '../document/line-changes.ts';
import type { Edit } from './update-item.ts';

/** A run of changed lines, and where in the old lines it stands. */
interface Hunk {
  /** Index of the first removed line, or of the line before which lines were added. */
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The edits that turn one text into another, blank lines aside: one per place that changed, and one per new rule, so that each can be
 * measured alone. Every target is quoted until it is unique in the old text.
 */
export function editsBetween(before: string, after: string, file?: string): Edit[] {
  const lines = before.split('\n');
  const where = file === undefined ? {} : { file };
  return hunksOf(before, after).flatMap((hunk) => editsOf(hunk, lines, before).map((edit) => ({ ...edit, ...where })));
}

function hunksOf(before: string, after: string): Hunk[] {
  const hunks: { at: number; removed: string[]; added: string[] }[] = [];
  let at = 0;
  let isOpen = false;
  for (const { kind, line } of lineChanges(before, after)) {
    if (kind !== 'same' && !isOpen) hunks.push({ at, removed: [], added: [] });
    isOpen = kind !== 'same';
    if (kind !== 'same') hunks.at(-1)![kind].push(line);
    if (kind !== 'added') at += 1;
  }
  return hunks;
}

function editsOf({ at, removed, added }: Hunk, lines: readonly string[], text: string): Edit[] {
  const isGone = removed.some((line) => line.trim() !== '');
  const content = added.join('\n').trim();
  if (isGone) {
    const { target, lead } = quote(lines, at, at + removed.length, text);
    return [{ op: content === '' && lead === '' ? 'delete' : 'replace', content: (lead + content).trim(), target }];
  }
  if (content === '') return [];
  const above = lines.findLastIndex((line, i) => i < at && line.trim() !== '');
  if (above === -1) return insertAtTop(content, lines, text);
  const { target } = quote(lines, above, above + 1, text);
  // Below one line each goes in front of the one before it, so the last comes first.
  return rulesIn(added)
    .map((rule) => ({ op: 'insert_after', content: rule, target }))
    .toReversed();
}

function insertAtTop(content: string, lines: readonly string[], text: string): Edit[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return [{ op: 'append', content, target: '' }];
  const { target } = quote(lines, first, first + 1, text);
  return [{ op: 'replace', content: `${content}\n\n${target}`, target }];
}

/** The lines as a target, with as many lines above them as make it unique. `lead` is what was added above. */
function quote(
  lines: readonly string[],
  from: number,
  to: number,
  text: string,
): { readonly target: string; readonly lead: string } {
  for (let start = from; ; start -= 1) {
    const target = lines.slice(start, to).join('\n').trim();
    const isUnique = target !== '' && text.indexOf(target) === text.lastIndexOf(target);
    if (isUnique || start === 0) {
      const lead = lines.slice(start, from).join('\n');
      return { target, lead: lead === '' ? '' : `${lead}\n` };
    }
  }
}

/** New lines in rules: a list item or a paragraph each; what is indented stays with the item above it. */
function rulesIn(lines: readonly string[]): string[] {
  const rules: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const begins = /^(?:[-*+]|\d+[.)])\s/.test(line) || !isOpen;
    if (line.trim() === '') {
      isOpen = false;
    } else {
      if (begins) rules.push([line]);
      else rules.at(-1)!.push(line);
      isOpen = true;
    }
  }
  return rules.map((rule) => rule.join('\n'));
}
