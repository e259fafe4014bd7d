import { Fault } from '#foundation/kernel';
import type { Json } from '#foundation/contracts';
import type { AnyTemplate, Params } from '#foundation/contracts/tasks';
import type { Slot } from './part-params.ts';
import { optimumKinds } from './probe.ts';

/** The slots of a wrapper that mixes instances of a level with harder ones. */
export function easyHardSlots(wrapper: string, base: AnyTemplate): readonly [Slot, Slot] {
  if (base.shape !== 'answer') {
    throw new Fault('tasks/bad-composition', `${wrapper} needs a base with one answer; ${base.name} has many steps`);
  }
  const kinds = optimumKinds(base);
  if (kinds.size !== 1 || !kinds.has('exact')) {
    throw new Fault(
      'tasks/bad-composition',
      `${wrapper} needs a base whose right answer is known; ${base.name} has none`,
    );
  }
  return [
    { letter: 'base', template: base },
    { letter: 'hard', template: base },
  ];
}

/** Level k mixes the base's level k with its level k + 2, or its last. */
export function easyHardLevels(base: AnyTemplate, own: (level: number) => Params): Params[] {
  return base.levels.map((easy, i) => {
    const hard = base.levels[Math.min(i + 2, base.levels.length - 1)]!;
    const params: Record<string, Json> = { ...own(i + 1) };
    for (const [name, value] of Object.entries(easy)) params[`base.${name}`] = value;
    for (const [name, value] of Object.entries(hard)) params[`hard.${name}`] = value;
    return Object.freeze(params);
  });
}
