import { dice } from '../rule-similarity/words.ts';

/** Where a target was found in one open part: half-open, in characters. */
export interface Place {
  readonly part: number;
  readonly start: number;
  readonly end: number;
}

export type Anchor =
  | { readonly found: 'exact' | 'fuzzy'; readonly place: Place; readonly confidence: number }
  | { readonly found: 'none' }
  | { readonly found: 'many'; readonly count: number };

/** Least similarity of a fuzzy anchor, and how far ahead of the next best it must be. */
const LEAST_CONFIDENCE = 0.8;
const LEAST_LEAD = 0.1;

/**
 * Finds the one place a target means: verbatim if it occurs once, else the lines most like it.
 *
 *     confidence = Dice(bigrams of the target, bigrams of as many lines), spaces, case, list marks and emphasis aside
 *
 * Two verbatim places, or two alike ones, are no anchor: an edit at the wrong place is worse than none.
 */
export function findAnchor(parts: readonly string[], target: string): Anchor {
  const exact = parts.flatMap((text, part) => placesOf(text, target).map((start) => ({ part, start })));
  const [only, ...others] = exact;
  if (only !== undefined) {
    return others.length > 0
      ? { found: 'many', count: exact.length }
      : { found: 'exact', place: { ...only, end: only.start + target.length }, confidence: 1 };
  }
  return fuzzyAnchor(parts, target);
}

/** Starts of all non-overlapping occurrences. */
function placesOf(text: string, target: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + target.length)) places.push(at);
  return places;
}

function fuzzyAnchor(parts: readonly string[], target: string): Anchor {
  const wanted = plain(target);
  const lines = target.trim().split('\n').length;
  if (wanted.length < 8) return { found: 'none' };
  let best: { readonly place: Place; readonly confidence: number } | undefined;
  let second = 0;
  for (const [part, text] of parts.entries()) {
    for (const { start, end } of windows(text, lines)) {
      const confidence = dice(wanted, plain(text.slice(start, end)));
      const overlaps = best?.place.part === part && start < best.place.end;
      if (best === undefined || confidence > best.confidence) {
        if (best !== undefined && !overlaps) second = Math.max(second, best.confidence);
        best = { place: { part, ...trimmed(text, start, end, target) }, confidence };
      } else if (!overlaps) second = Math.max(second, confidence);
    }
  }
  if (best === undefined || best.confidence < LEAST_CONFIDENCE) return { found: 'none' };
  if (best.confidence - second < LEAST_LEAD) return { found: 'many', count: 2 };
  return { found: 'fuzzy', place: best.place, confidence: Math.min(0.99, best.confidence) };
}

/** Every run of this many lines, without its last line break. */
function windows(text: string, lines: number): { start: number; end: number }[] {
  const starts = [0, ...placesOf(text, '\n').map((at) => at + 1)];
  return starts.slice(0, Math.max(0, starts.length - lines + 1)).map((start, i) => {
    const next = starts[i + lines];
    return { start, end: next === undefined ? text.length : next - 1 };
  });
}

/** A target without a list mark means the words after the mark. */
function trimmed(text: string, start: number, end: number, target: string): { start: number; end: number } {
  const lead = /^\s*(?:[-*+]|\d+[.)])?\s*/;
  const mark = lead.exec(text.slice(start, end))![0].length;
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(target) ? { start, end } : { start: start + mark, end };
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^\s*(?:[-*+]|\d+[.)])\s/gm, '')
    .replaceAll(/[*_`"'“”‘’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
