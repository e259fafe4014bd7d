import type { WorldData } from '#world/models/simulated';
import type { LanguageData } from './language-data.ts';

/** A world whose rules are told in many words. */
export type SpokenWorldData = WorldData & { readonly language: LanguageData };

export function isSpoken(data: WorldData & { readonly language?: LanguageData | undefined }): data is SpokenWorldData {
  return data.language !== undefined;
}

interface Changes extends Partial<Omit<WorldData, 'reflector' | 'name' | 'about'>> {
  readonly language?: Partial<LanguageData>;
  readonly reflector?: Partial<WorldData['reflector']>;
}

/** A world of a family: the usual figures with some changes. */
// oxlint-disable-next-line max-params -- a world is its name, its sentence, its family and what is special about it
export function spokenWorld(
  name: string,
  about: string,
  family: LanguageData['family'],
  { language, reflector, ...changes }: Changes,
): SpokenWorldData {
  return {
    v: 1,
    name,
    about,
    rules: 14,
    zipf: 1,
    tagsPerTask: [1, 1, 1],
    guess: 0.3,
    slip: 0.02,
    dilution: 0.985,
    hint: 0.85,
    known: 0,
    links: 0,
    splits: { train: 80, validation: 40, test: 120 },
    ...changes,
    reflector: { insights: 3, wrong: 0.15, useless: 0.35, neutral: 0, forget: 0.06, ...reflector },
    language: {
      family,
      typed: 0,
      broad: 0,
      joint: 0.1,
      repeats: 0.7,
      evidence: 0.6,
      isGraded: false,
      slips: [0, 0],
      prose: 0.3,
      badMerge: 0.3,
      systematic: 0,
      isReworded: false,
      crowding: 1,
      drift: { most: 0, period: 2 },
      ...language,
    },
  };
}
