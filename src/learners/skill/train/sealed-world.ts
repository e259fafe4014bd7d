import type { SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { invariant } from '#foundation/kernel';

/** A world whose test split cannot be read or rolled out before the end of training. */
export interface SealedWorld extends SkillWorld {
  /** Opens the test split, for ever. */
  open(): readonly SkillTask[];
  readonly isOpen: boolean;
}

/** Seals the test split: while it is sealed nothing in a run can look at it, by mistake or by design. */
export function sealTest(world: SkillWorld): SealedWorld {
  const test = world.tasks('test');
  const secret = new Set(test.map(({ id }) => id));
  for (const { id } of [...world.tasks('train'), ...world.tasks('validation')]) secret.delete(id);
  let isOpen = false;
  return {
    name: world.name,
    isSimulated: world.isSimulated,
    fingerprint: world.fingerprint,
    ...(world.ceiling === undefined ? {} : { ceiling: world.ceiling }),
    ...(world.usual === undefined ? {} : { usual: world.usual }),
    ...(world.prompts === undefined ? {} : { prompts: world.prompts }),
    tasks(split) {
      invariant(split !== 'test' || isOpen, 'the test split is sealed until training ends');
      return world.tasks(split);
    },
    rollout(request, signal) {
      invariant(isOpen || !secret.has(request.task.id), 'a test task is rolled out only after training ends');
      return world.rollout(request, signal);
    },
    open() {
      isOpen = true;
      return test;
    },
    get isOpen() {
      return isOpen;
    },
  };
}
