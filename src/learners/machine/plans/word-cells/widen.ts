import { stepWordCell, type WordCell, widened } from './word-cell.ts';

/** Words of two widths, as numbers, that the same tokens lead to. */
export interface WordPair {
  readonly narrow: number;
  readonly wide: number;
}

/** Whether a word may be widened: the pairs of words compared, or the fewest tokens after which the two differ. */
export type Widening =
  | { readonly answer: 'proved'; readonly pairs: readonly WordPair[] }
  | { readonly answer: 'refuted'; readonly tokens: readonly number[] };

/**
 * Finds out whether a wider word does what the narrow one does as long as the narrow one is not at an end of its range: the pairs
 * of words that both reach on the same tokens are looked at one by one, and each must agree on the top bit and on zero,
 * which is all that control and answer see.
 *
 *     R₀ = {(0, 0)}     (s, s′) ∈ R, s ∉ {min, max} ⇒ ∀x: (step_w(s, x), step_w′(s′, x)) ∈ R     R ⊆ {flags equal}
 *
 * @source Park 1981 (bisimulation), on finitely many pairs; spec/machine §5: widen needs agreement on the old domain
 */
export function proveWidening(program: WordCell, width: number): Widening {
  const wide = widened(program, width);
  const highest = 2 ** (program.width - 1) - 1;
  const reached = new Map<string, WordPair>();
  const open: (WordPair & { readonly tokens: readonly number[] })[] = [{ narrow: 0, wide: 0, tokens: [] }];
  for (let pair = open.shift(); pair !== undefined; pair = open.shift()) {
    const key = `${pair.narrow} ${pair.wide}`;
    if (reached.has(key)) continue;
    reached.set(key, { narrow: pair.narrow, wide: pair.wide });
    const hasSameTop = pair.narrow >>> (program.width - 1) === pair.wide >>> (width - 1);
    if (!hasSameTop || (pair.narrow === 0) !== (pair.wide === 0)) return { answer: 'refuted', tokens: pair.tokens };
    if (pair.narrow === highest || pair.narrow === highest + 1) continue;
    for (let token = 0; token < program.classes; token += 1) {
      open.push({
        narrow: stepWordCell(program, pair.narrow, token),
        wide: stepWordCell(wide, pair.wide, token),
        tokens: [...pair.tokens, token],
      });
    }
  }
  return { answer: 'proved', pairs: [...reached.values()] };
}
