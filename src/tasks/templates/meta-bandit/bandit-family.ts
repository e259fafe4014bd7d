import { createRng, remember } from '#foundation/kernel';

/** Chances of an arm to pay are multiples of 1/64. */
export const CHANCE_GRAIN = 64;

/** What a family of bandit tasks is made of. The same numbers give the same family, so that it can be learnt over episodes. */
export interface FamilySpec {
  readonly task_count: number;
  readonly arms: number;
  readonly similarity: number;
  readonly family: number;
}

/**
 * By task and arm, the chance to pay in 64ths. Each task moves away from chances common to all by (1 − similarity) of the
 * way to chances of its own, and has an own arm raised, in turn, so that tasks differ in what is best.
 */
export const banditFamily = remember(keyOf, drawFamily);

function keyOf({ task_count, arms, similarity, family }: FamilySpec): string {
  return `${task_count}/${arms}/${similarity}/${family}`;
}

function drawFamily(spec: FamilySpec): readonly (readonly number[])[] {
  const { task_count, arms, similarity } = spec;
  const rng = createRng(`META_BANDIT/family/${keyOf(spec)}`);
  const common = Array.from({ length: arms }, () => rng.int(13, 39));
  return Array.from({ length: task_count }, (_, task) =>
    common.map((chance, arm) => {
      const own = arm === task % arms ? rng.int(48, 61) : rng.int(3, 32);
      return Math.round(chance * similarity + own * (1 - similarity));
    }),
  );
}

/** Whether the exploitation phase tells nothing: only payments of the probe phase are shown. */
export function isBlind({ shown }: { readonly shown: string }): boolean {
  return shown === 'probing';
}
