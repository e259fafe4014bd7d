import {
  type Harness,
  type Scorer,
  SkillFiles,
  type SkillTask,
  type SkillWorld,
  type Split,
} from '#foundation/contracts/skills';
import { createMeter, unscoredFrom } from '#ratchet/rollout';

export interface HarnessWorldSettings {
  readonly name: string;
  readonly harness: Harness;
  readonly scorer: Scorer;
  readonly tasks: Readonly<Record<Split, readonly SkillTask[]>>;
  readonly prompts?: Readonly<Record<string, string>>;
}

/** A world in which a coding agent works in a workspace: `files` of a task's data lie there, and what it leaves is scored. */
export function createHarnessWorld({ name, harness, scorer, tasks, prompts }: HarnessWorldSettings): SkillWorld {
  return {
    name,
    isSimulated: harness.isSimulated,
    fingerprint: { world: { kind: 'harness', scorer: scorer.fingerprint, version: 1 }, target: harness.id },
    tasks: (split) => tasks[split],
    ...(prompts === undefined ? {} : { prompts }),
    async rollout({ task, skill, repeat }, signal) {
      const meter = createMeter();
      try {
        const reply = await harness.run({ prompt: task.text, skill, files: filesOf(task), seed: repeat }, signal);
        meter.spend(reply.usage);
        const score = await scorer.score(reply, task, signal, meter.spend);
        return { kind: 'scored', score, reply: reply.text, transcript: [...reply.transcript], ...meter.used() };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        // What an agent used before it failed is not known.
        return unscoredFrom(error, {});
      }
    },
  };
}

function filesOf({ data }: SkillTask): SkillFiles {
  const files =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? Reflect.get(data, 'files') : undefined;
  return SkillFiles.safeParse(files).data ?? {};
}
