import { type Anchor, findAnchor, type Place } from './anchor.ts';
import type { EditStatus } from './edit-report.ts';
import { type CutText, dropMarkers } from '../document/regions.ts';
import type { Edit } from './update-item.ts';

/** The open parts after an edit, and how it ended. */
export interface Applied {
  readonly open: readonly string[];
  readonly status: EditStatus;
  readonly anchor?: { readonly kind: 'exact' | 'fuzzy'; readonly confidence: number };
}

/**
 * Applies one edit to the open parts of a file; it is never given the protected ones.
 *
 * append goes before the engine's regions, which stay last. insert_after goes below the line where the target ends.
 * An insert_after without a place is an append only where `mayFallBack`, for then its text would otherwise be lost.
 */
export function applyEdit(file: CutText, edit: Edit, mayFallBack: boolean): Applied {
  const content = dropMarkers(edit.content).trim();
  const { op, target } = edit;
  const keep = (status: EditStatus): Applied => ({ open: file.open, status });
  if (op !== 'append' && op !== 'insert_after' && op !== 'replace' && op !== 'delete')
    return keep('skipped_unknown_op');
  if ((op === 'append' || op === 'insert_after') && content === '') return keep('skipped_empty_content');
  if (op === 'append') return append(file, content);
  if (target.trim() === '') {
    return op === 'insert_after' ? append(file, content, true) : keep(`skipped_${op}_missing_target`);
  }
  const anchor = findAnchor(file.open, target);
  if (anchor.found === 'none') {
    if (isProtected(file, target)) return keep('skipped_protected_region');
    return op === 'insert_after' && mayFallBack ? append(file, content, true) : keep(`skipped_${op}_target_not_found`);
  }
  if (anchor.found === 'many') return keep('skipped_ambiguous_target');
  return applyAt(file.open, op, content, anchor);
}

function applyAt(
  open: readonly string[],
  op: 'insert_after' | 'replace' | 'delete',
  content: string,
  { found, place, confidence }: Extract<Anchor, { place: Place }>,
): Applied {
  const text = open[place.part]!;
  const changed =
    op === 'insert_after'
      ? insertBelow(text, place, content)
      : op === 'replace' && content !== ''
        ? text.slice(0, place.start) + content + text.slice(place.end)
        : cutOut(text, place);
  const anchor = { kind: found, confidence } as const;
  if (changed === text) return { open, status: 'skipped_no_change', anchor };
  return { open: open.with(place.part, changed), status: `applied_${op}`, anchor };
}

function append(file: CutText, content: string, isFallback = false): Applied {
  const engine = file.regions.findIndex(({ kind }) => kind !== 'KEEP');
  const part = engine === -1 ? file.open.length - 1 : engine;
  const head = file.open[part]!.trimEnd();
  // An open part after a region begins on the line of its end marker.
  const lead = head !== '' || part > 0 ? head + gapBetween(head, content) : '';
  if (engine === -1) {
    const status = isFallback ? 'applied_insert_after_fallback_append' : 'applied_append';
    return { open: file.open.with(part, `${lead}${content}\n`), status };
  }
  const status = isFallback
    ? 'applied_insert_after_fallback_before_protected_region'
    : 'applied_append_before_protected_region';
  return { open: file.open.with(part, `${lead}${content}\n\n`), status };
}

/** A blank line, except between two items of one list. */
function gapBetween(head: string, content: string): string {
  const item = /^\s*(?:[-*+]|\d+[.)])\s/;
  const lastLine = head.slice(head.lastIndexOf('\n') + 1);
  return item.test(lastLine) && item.test(content) ? '\n' : '\n\n';
}

/** Below the line that holds the end of the place. */
function insertBelow(text: string, place: Place, content: string): string {
  const lineEnd = text.indexOf('\n', Math.max(place.start, place.end - 1));
  const at = lineEnd === -1 ? text.length : lineEnd;
  return `${text.slice(0, at)}\n${content}${at === text.length ? '\n' : ''}${text.slice(at)}`;
}

/** Takes the place out, and its line with it where nothing but a list mark would be left. */
function cutOut(text: string, { start, end }: Place): string {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isBare = /^\s*(?:[-*+]|\d+[.)])?\s*$/.test(text.slice(lineStart, start));
  const isLast = text.slice(end, lineEnd === -1 ? text.length : lineEnd).trim() === '';
  if (!isBare || !isLast) return text.slice(0, start) + text.slice(end);
  return text.slice(0, lineStart) + (lineEnd === -1 ? '' : text.slice(lineEnd + 1));
}

/** Whether the target is in a protected part, or reaches into one. */
function isProtected(file: CutText, target: string): boolean {
  const whole = [file.frontMatter, ...file.open.flatMap((part, i) => [part, file.regions[i]?.text ?? ''])].join('');
  return whole.includes(target);
}
