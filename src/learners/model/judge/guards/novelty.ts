/** The distinct runs of n characters of a text, spaces and case evened out; a shorter text is its own run. */
export function shinglesOf(text: string, n = 3): ReadonlySet<string> {
  const even = text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  const found = new Set<string>();
  for (let at = 0; at + n <= even.length; at += 1) found.add(even.slice(at, at + n));
  if (found.size === 0) found.add(even);
  return found;
}

/**
 * |A ∩ B| / |A ∪ B|.
 *
 * @source Jaccard 1901; shingles: Broder 1997
 */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const item of a) shared += b.has(item) ? 1 : 0;
  return shared / (a.size + b.size - shared);
}

/**
 * Groups texts: each joins the first group whose first member is at least `similarity` alike, or founds one. Returns the group of
 * each text, numbered by first appearance.
 *
 * @source leader clustering, Hartigan 1975; R-Zero (arXiv:2508.05004) clusters by BLEU at the same distance of ½
 */
export function clusterTexts(texts: readonly string[], similarity = 0.5): number[] {
  const leaders: ReadonlySet<string>[] = [];
  return texts.map((text) => {
    const own = shinglesOf(text);
    const at = leaders.findIndex((leader) => jaccard(own, leader) >= similarity);
    if (at >= 0) return at;
    leaders.push(own);
    return leaders.length - 1;
  });
}
