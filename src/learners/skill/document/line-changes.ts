/** One line of two texts set side by side. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly line: string;
}

/**
 * What changed between two texts, line by line: a shortest list of additions and removals.
 *
 * @source longest common subsequence by dynamic programming, Wagner & Fischer 1974
 */
export function lineChanges(before: string, after: string): LineChange[] {
  const a = before.split('\n');
  const b = after.split('\n');
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      length[i]![j] = a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
    }
  }
  const changes: LineChange[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      changes.push({ kind: 'same', line: a[i]! });
      i += 1;
      j += 1;
    } else if (j < b.length && (i === a.length || length[i]![j + 1]! >= length[i + 1]![j]!)) {
      changes.push({ kind: 'added', line: b[j]! });
      j += 1;
    } else {
      changes.push({ kind: 'removed', line: a[i]! });
      i += 1;
    }
  }
  return changes;
}
