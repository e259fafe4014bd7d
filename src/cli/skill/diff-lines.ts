/**
 * The difference of two texts line by line, unchanged lines left out but for one on either side of a change.
 *
 * @source longest common subsequence by dynamic programming, Wagner & Fischer 1974
 */
export function diffLines(before: string, after: string): string[] {
  const a = before.split('\n');
  const b = after.split('\n');
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      length[i]![j] = a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
    }
  }
  const lines: string[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i]}`);
      i += 1;
      j += 1;
    } else if (j < b.length && (i === a.length || length[i]![j + 1]! >= length[i + 1]![j]!)) {
      lines.push(`+ ${b[j]}`);
      j += 1;
    } else {
      lines.push(`- ${a[i]}`);
      i += 1;
    }
  }
  const isChange = (line: string | undefined): boolean => line !== undefined && !line.startsWith('  ');
  return lines.filter((line, i) => isChange(line) || isChange(lines[i - 1]) || isChange(lines[i + 1]));
}
