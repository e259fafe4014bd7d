import { type Grammar, productionNamed, productions } from '../grammar.ts';
import { bodyNames, eachNamed } from '../each.ts';
import { findAbstractions, type KeptTerm } from './find-abstractions.ts';
import { termsIn } from './term-parts.ts';

/** How many uses the prior is worth: with fewer kept terms costs stay near what they were. */
const PRIOR_USES = 24;
/** No production costs less than this; and a production becomes dearer by at most that. */
const LEAST_BITS = 2;
const MOST_DEARER = 1;

/**
 * A grammar after terms were kept: productions cost what their use tells, and fragments that recur are productions.
 *
 *     bits(f) = −log₂ (uses(f) + s · 2^−prior(f)) / (uses + s)
 */
export function learnGrammar(prior: Grammar, kept: readonly KeptTerm[]): Grammar {
  if (kept.length === 0) return prior;
  const { abstractions, terms } = findAbstractions(kept);
  const uses = new Map<string, number>();
  let total = 0;
  for (const term of terms) {
    for (const part of termsIn(term)) {
      if (part.is !== 'call' && part.is !== 'each') continue;
      total += 1;
      uses.set(part.name, (uses.get(part.name) ?? 0) + 1);
    }
  }
  const names = [...productions.map(({ name }) => name), ...bodyNames];
  const bits = Object.fromEntries(
    names.flatMap((name) => {
      const own = prior.bits[name] ?? productionNamed(name)?.bits ?? eachNamed(name)?.bits ?? Infinity;
      if (!Number.isFinite(own)) return [];
      const share = ((uses.get(name) ?? 0) + PRIOR_USES * 2 ** -own) / (total + PRIOR_USES);
      return [[name, Math.max(LEAST_BITS, Math.min(own + MOST_DEARER, Math.round(-Math.log2(share))))] as const];
    }),
  );
  const named = abstractions.map(({ name }) => {
    const share = (uses.get(name) ?? 0) / (total + PRIOR_USES);
    return [name, Math.max(1, Math.round(-Math.log2(share)))] as const;
  });
  return { ...prior, bits: { ...prior.bits, ...bits, ...Object.fromEntries(named) }, abstractions };
}
