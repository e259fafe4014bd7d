import { type MaskedEpisode, type MaskLimits, mayTeach as mayTeachWithin } from '#statistics';
import type { Knobs } from './knobs.ts';

/**
 * The off-policy mask with the limits of a domain; what it leaves out is the knobs'.
 *
 * @source seed 000 §5
 */
export function mayTeach(episode: MaskedEpisode, limits: Partial<MaskLimits>, knobs: Knobs): boolean {
  const { divergenceMax = knobs.divergenceMax, advantageMin = knobs.advantageMin } = limits;
  return mayTeachWithin(episode, { divergenceMax, advantageMin });
}
