import type { TrainSettings } from '../settings.ts';
import { lateDraft } from './late-draft.ts';
import { poolOfSkills } from './pool-of-skills.ts';
import type { Strategy } from './strategy.ts';

/** Drafts of more than one step are tried late; otherwise every candidate is tried at once. */
export function chooseStrategy({ search }: TrainSettings): Strategy {
  return search.draftSteps > 1 ? lateDraft : poolOfSkills;
}
