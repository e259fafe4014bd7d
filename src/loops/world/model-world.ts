import { type Message, type ModelClient, type Outcome, Outage, type Scorer, type SkillFiles, type SkillTask, type SkillWorld, type Split, type Usage } from '#contracts';
import { Fault } from '#kernel';

export interface ModelWorldParts {
  readonly name: string;
  readonly client: ModelClient;
  readonly scorer: Scorer;
  readonly tasks: Readonly<Record<Split, readonly SkillTask[]>>;
  /** Tokens a reply may have. */
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly reasoningEffort?: string;
  readonly prompts?: Readonly<Record<string, string>>;
}

/** A world where a language model answers each task in one turn, with the skill as its system prompt, and a scorer judges the reply. */
export function createModelWorld(parts: ModelWorldParts): SkillWorld {
  const { client, scorer, tasks, maxTokens, temperature, reasoningEffort } = parts;
  const sampler = { maxTokens, temperature: temperature ?? null, reasoningEffort: reasoningEffort ?? null };
  return {
    name: parts.name,
    isSimulated: client.isSimulated,
    fingerprint: { client: client.id, scorer: { name: scorer.name, settings: scorer.fingerprint }, sampler, v: 1 },
    ceiling: ceilingOf(tasks, maxTokens),
    ...(parts.prompts === undefined ? {} : { prompts: parts.prompts }),
    tasks: (split) => tasks[split],
    async rollout({ task, skill, repeat }, signal) {
      const messages: Message[] = [
        { role: 'system', content: skillText(skill) },
        { role: 'user', content: task.text },
      ];
      let usage: Usage = { calls: 1, promptTokens: 0, completionTokens: 0 };
      try {
        const reply = await client.complete(
          {
            stage: 'target',
            messages,
            seed: repeat,
            maxTokens,
            ...(temperature === undefined ? {} : { temperature }),
            ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
          },
          signal,
        );
        usage = reply.usage ?? chargeCeiling(messages, maxTokens);
        const score = await scorer.score({ text: reply.text }, task, signal);
        const transcript = [...messages, { role: 'assistant' as const, content: reply.text }];
        return { kind: 'scored', score, reply: reply.text, transcript, usage };
      } catch (error) {
        return unscoredBy(error, usage);
      }
    },
  };
}

/** A fault that names its outage becomes an outcome without a score; any other is thrown on. */
export function unscoredBy(error: unknown, usage: Usage): Outcome {
  if (!(error instanceof Fault)) throw error;
  const outage = Outage.safeParse(error.details['outage'] ?? (error.code.startsWith('sandbox/') ? 'sandbox' : undefined));
  if (!outage.success) throw error;
  const wait = error.details['retryAfterMs'];
  return {
    kind: 'unscored',
    outage: outage.data,
    message: error.message,
    usage,
    ...(typeof wait === 'number' ? { retryAfterMs: wait } : {}),
  };
}

/** All files of a skill as one text, SKILL.md first. */
export function skillText(skill: SkillFiles): string {
  const others = Object.keys(skill).filter((path) => path !== 'SKILL.md').sort();
  return [skill['SKILL.md'] ?? '', ...others.map((path) => `\n## File ${path}\n\n${skill[path]!}`)].join('\n');
}

/** Where a model does not tell its usage, the most it can have been: no tokenizer makes more tokens than there are bytes. */
function chargeCeiling(messages: readonly Message[], maxTokens: number): Usage {
  const bytes = messages.reduce((sum, { content }) => sum + new TextEncoder().encode(content).length + 16, 0);
  return { calls: 1, promptTokens: bytes, completionTokens: maxTokens };
}

/** Characters that a skill may have grown to; a longer one is charged by what it used. */
const SKILL_BYTES = 60_000;

function ceilingOf(tasks: Readonly<Record<Split, readonly SkillTask[]>>, maxTokens: number): Usage {
  let longest = 0;
  for (const { text } of [...tasks.train, ...tasks.validation, ...tasks.test]) longest = Math.max(longest, 3 * text.length);
  return { calls: 1, promptTokens: SKILL_BYTES + longest, completionTokens: maxTokens };
}
