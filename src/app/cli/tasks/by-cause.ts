/** Findings by what they say but for places, numbers and values: the first of each, and how many more there are. */
export function byCause(findings: readonly string[]): string[] {
  const causes = new Map<string, { readonly first: string; count: number }>();
  for (const finding of findings) {
    const cause = finding.replace(/^[^:]*: /u, '').replaceAll(/"[^"]*"|[{[][^\n]*[}\]…]|-?\d[\d.e+-]*/gu, '…');
    const known = causes.get(cause);
    if (known === undefined) causes.set(cause, { first: finding, count: 1 });
    else known.count += 1;
  }
  return Array.from(causes.values(), ({ first, count }) =>
    count === 1 ? first : `${first} (and ${count - 1} more like it)`,
  );
}
