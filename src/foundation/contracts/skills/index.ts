/** Where a skill is tried: tasks, rollouts, harnesses, sandboxes, scorers. */
export {
  type Harness,
  type HarnessReply,
  type HarnessRequest,
  type RolloutRequest,
  type Sandbox,
  type SandboxJob,
  type SandboxResult,
  type ScorableReply,
  type Scorer,
  SkillFiles,
  SkillTask,
  type SkillWorld,
  type Spend,
  Split,
} from './skill-world.ts';
