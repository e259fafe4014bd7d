/**
 * Average normalised Levenshtein similarity of one answer: s = 1 − d / max(|a|, |g|), and 0 below the threshold ½.
 *
 * @source Biten et al. 2019 (ST-VQA), "Scene Text Visual Question Answering" §4
 */
export function anls(answer: string, gold: string): number {
  const a = fold(answer);
  const g = fold(gold);
  const longest = Math.max(a.length, g.length);
  if (longest === 0) return 1;
  const similarity = 1 - levenshtein(a, g) / longest;
  return similarity < 0.5 ? 0 : similarity;
}

/** Fewest insertions, deletions and substitutions of code points that turn one text into the other. */
export function levenshtein(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, x] of a.entries()) {
    const next = [i + 1];
    for (const [j, y] of b.entries()) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (x === y ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}

function fold(text: string): readonly string[] {
  return Array.from(text.trim().toLowerCase().split(/\s+/).join(' '));
}
