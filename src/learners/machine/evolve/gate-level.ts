import { skillName } from '#foundation/contracts';
import { invariant } from '#foundation/kernel';
import { nextLevel } from '#ratchet/gate/trials';
import type { PracticeState } from './practice-state.ts';

/** What is kept of the error budget for templates that a person adds later. */
const LATER = 0.1;

/**
 * The level of the next look at a skill. Each template that the run began with has an even share of the error budget, each of its levels an
 * even part of that, so that what one has spent starves no other; the looks at one level spend its part.
 *
 *     β = alpha · share of the template / its levels · 6 / (π² k²)        k-th look at this level
 *     level = β · (1 + skills accepted before), at most ½                    Σ β ≤ alpha
 *
 * In expectation at most a share alpha of what is accepted is useless; before anything is accepted, the chance of a useless acceptance is at most alpha.
 *
 * @source LOND with weights: Javanmard & Montanari 2018, arXiv:1603.09000
 */
export function gateLevel(
  alpha: number,
  { library, begun, looks, accepted }: Pick<PracticeState, 'library' | 'begun' | 'looks' | 'accepted'>,
  skill: { readonly template: string; readonly level: number },
): number {
  const at = library.entries.findIndex(({ template }) => template === skill.template);
  invariant(at >= 0, `only what is practised is judged: ${skill.template}`);
  const share = at < begun ? (1 - LATER) / begun : LATER / 2 ** (at - begun + 1);
  const { levels } = library.entries[at]!.curriculum;
  return nextLevel({
    alpha: (alpha * share) / levels.length,
    looks: looks.get(skillName(skill)) ?? 0,
    accepted,
    rule: 'discoveries',
  });
}
