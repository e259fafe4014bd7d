import type { SkillWorld } from '#foundation/contracts/skills';

/** Says in a config file that tasks, rollouts and scores are your own: `tasks: defineEnvironment({ … })`. */
export function defineEnvironment(world: SkillWorld): SkillWorld {
  return world;
}

/** Whether a value of a config file is an environment. */
export function isEnvironment(value: unknown): value is SkillWorld {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'rollout' in value && typeof value.rollout === 'function' && 'tasks' in value && typeof value.tasks === 'function'
  );
}
