import { createRng } from '#foundation/kernel';

/** Chances of an arm to pay are multiples of 1/64. */
export const CHANCE_GRAIN = 64;

/** What a family of bandit tasks is made of. The same numbers give the same family, so that it can be learnt over episodes. */
export interface FamilySpec {
  readonly task_count: number;
  readonly arms: number;
  readonly similarity: number;
  readonly family: number;
}

const families = new Map<string, readonly (readonly number[])[]>();

/**
 * By task and arm, the chance to pay in 64ths. Each task moves away from chances common to all by (1 − similarity) of the
 * way to chances of its own, and has an own arm raised, in turn, so that tasks differ in what is best.
 */
export function banditFamily({ task_count, arms, similarity, family }: FamilySpec): readonly (readonly number[])[] {
  const key = `${task_count}/${arms}/${similarity}/${family}`;
  const made = families.get(key);
  if (made !== undefined) return made;
  const rng = createRng(`META_BANDIT/family/${key}`);
  const common = Array.from({ length: arms }, () => rng.int(13, 39));
  const tasks = Array.from({ length: task_count }, (_, task) =>
    common.map((chance, arm) => {
      const own = arm === task % arms ? rng.int(48, 61) : rng.int(3, 32);
      return Math.round(chance * similarity + own * (1 - similarity));
    }),
  );
  families.set(key, tasks);
  return tasks;
}

/** Whether the exploitation phase tells nothing: only payments of the probe phase are shown. */
export function isBlind({ shown }: { readonly shown: string }): boolean {
  return shown === 'probing';
}
