/**
 * Edits that turn `a` into `b`: insert, delete, replace, or swap two neighbours, each counted once.
 *
 * @source Damerau 1964, Levenshtein 1966; the optimal string alignment form, where no letter is edited twice
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/**
 * The known name that a mistyped one most likely meant, if any is close: at most one edit per three letters,
 * at least one, or the typed text as its beginning. Ties go to the earlier name.
 */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const name of known) {
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  if (bestDistance <= Math.max(1, Math.floor(wanted.length / 3))) return best;
  return wanted.length >= 2 ? known.find((name) => name.toLowerCase().startsWith(wanted)) : undefined;
}
