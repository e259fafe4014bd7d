/** How alike kinds are, as far as their questions tell: 1 for the same, 0 for nothing shared. */
export type Likeness = (kind: string, other: string) => number;

/** Texts of a kind that its likeness is measured by. */
const TEXTS_HELD = 4;

/** Runs of one to three characters of a text. */
function runsOf(text: string): string[] {
  const runs: string[] = [];
  for (let n = 1; n <= 3; n += 1) for (let at = 0; at + n <= text.length; at += 1) runs.push(text.slice(at, at + n));
  return runs;
}

/**
 * How alike the questions of two kinds are written: cosine of counts of character runs, each weighed by its rarity among kinds,
 * ln(kinds / kinds that have it), squared so that far kinds say little.
 *
 * @source tf-idf: Spärck Jones 1972
 */
export function likenessOfKinds(texts: ReadonlyMap<string, readonly string[]>): Likeness {
  const own = new Map([...texts].map(([kind, all]) => [kind, new Set(all.slice(0, TEXTS_HELD).flatMap(runsOf))]));
  const having = new Map<string, number>();
  for (const runs of own.values()) for (const run of runs) having.set(run, (having.get(run) ?? 0) + 1);
  const weightOf = (run: string): number => Math.log(own.size / having.get(run)!) ** 2;
  const norms = new Map([...own].map(([kind, runs]) => [kind, [...runs].reduce((sum, run) => sum + weightOf(run), 0)]));
  const known = new Map<string, number>();
  return (kind, other) => {
    const [a, b] = [own.get(kind), own.get(other)];
    if (a === undefined || b === undefined) return 0;
    const key = kind < other ? `${kind}\n${other}` : `${other}\n${kind}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    let shared = 0;
    for (const run of a) if (b.has(run)) shared += weightOf(run);
    const norm = Math.sqrt(norms.get(kind)! * norms.get(other)!);
    const likeness = norm === 0 ? 0 : (shared / norm) ** 2;
    known.set(key, likeness);
    return likeness;
  };
}
