import type { Rule } from '#learners/machine/terms';
import { nextLevel } from '#ratchet/gate/trials';
import type { Held } from './hold-out.ts';
import { rowsThatDiffer } from './judge-rule.ts';
import type { Found } from './search-rules.ts';

/**
 * The rules that may be shown, and always the last, which contradicts the fewest rows. One that by the rows learnt from will win fewer held-out rows than a
 * first look needs (2⁻ʷ ≤ level) would only use up the level of a better one. No answer that is held out has a say.
 */
export function worthTrying(
  candidates: readonly Found[],
  commonest: Rule,
  { training, heldOut, alpha }: Held & { readonly alpha: number },
): readonly Found[] {
  const needed = -Math.log2(nextLevel({ alpha, looks: 0, accepted: 0, rule: 'family' }));
  const wrong = rowsThatDiffer(commonest, training).length;
  const expected = ({ errors }: Found): number => ((wrong - errors) * heldOut.length) / training.length;
  return candidates.filter((one, i) => i === candidates.length - 1 || expected(one) >= needed);
}
