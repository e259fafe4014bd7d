/** Lower-case words and numbers of a text, without marks and accents of form: what two texts are compared by. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
  );
}

/** |A ∩ B| / |A ∪ B| over distinct words; two empty texts are not alike. @source Jaccard 1901 */
export function jaccard(a: Iterable<string>, b: Iterable<string>): number {
  const left = new Set(a);
  const right = new Set(b);
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  const total = left.size + right.size - shared;
  return total === 0 ? 0 : shared / total;
}

/** 2 |A ∩ B| / (|A| + |B|) over pairs of neighbouring characters, counted with repeats. @source Dice 1945 */
export function dice(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let i = 0; i + 1 < a.length; i += 1) bump(counts, a.slice(i, i + 2), 1);
  let shared = 0;
  for (let i = 0; i + 1 < b.length; i += 1) {
    const pair = b.slice(i, i + 2);
    if ((counts.get(pair) ?? 0) > 0) {
      shared += 1;
      bump(counts, pair, -1);
    }
  }
  return (2 * shared) / (a.length + b.length - 2);
}

function bump(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
