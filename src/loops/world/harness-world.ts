import type { Harness, Scorer, SkillTask, SkillWorld, Split, Usage } from '#contracts';
import { unscoredBy } from './model-world.ts';

export interface HarnessWorldParts {
  readonly name: string;
  readonly harness: Harness;
  readonly scorer: Scorer;
  readonly tasks: Readonly<Record<Split, readonly SkillTask[]>>;
  /** The most one run of the agent can use; charged where it does not tell. */
  readonly ceiling: Usage;
  readonly prompts?: Readonly<Record<string, string>>;
}

/** A world where a coding agent works on each task in a workspace of its own, with the skill installed where it looks for it. */
export function createHarnessWorld(parts: HarnessWorldParts): SkillWorld {
  const { harness, scorer, tasks, ceiling } = parts;
  return {
    name: parts.name,
    isSimulated: harness.isSimulated,
    fingerprint: { harness: harness.id, scorer: { name: scorer.name, settings: scorer.fingerprint }, v: 1 },
    ceiling,
    ...(parts.prompts === undefined ? {} : { prompts: parts.prompts }),
    tasks: (split) => tasks[split],
    async rollout({ task, skill, repeat }, signal) {
      let usage: Usage = ceiling;
      try {
        const reply = await harness.run({ prompt: task.text, skill, files: filesOf(task), seed: repeat }, signal);
        usage = reply.usage ?? ceiling;
        const score = await scorer.score(reply, task, signal);
        return { kind: 'scored', score, reply: reply.text, transcript: [...reply.transcript], usage };
      } catch (error) {
        return unscoredBy(error, usage);
      }
    },
  };
}

/** Files that a task puts into the workspace: `files` of its data. */
function filesOf({ data }: SkillTask): Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null || !('files' in data)) return {};
  const { files } = data;
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return {};
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, String(text)]));
}
