import type { Message, ModelClient, SkillTask, SkillWorld, Split, Usage } from '#contracts';
import { invariant } from '#kernel';
import { findTemplate, sample, score, start, taskOf } from '#tasks';
import { skillText, unscoredBy } from './model-world.ts';

export interface TeachWorldParts {
  readonly template: string;
  readonly level: number;
  readonly seed: number;
  readonly sizes: Readonly<Record<Split, number>>;
  readonly client: ModelClient;
  readonly maxTokens: number;
  /** Turns after which an episode is ended; replies that are missing count as illegal. */
  readonly maxTurns: number;
}

/** A world of fresh TEACH tasks with exact verifiers: no labels needed. The model plays turn by turn, with the skill as its system prompt. */
export function createTeachWorld(parts: TeachWorldParts): SkillWorld {
  const { template, level, seed, sizes, client, maxTokens, maxTurns } = parts;
  const name = findTemplate(template).name;
  const splits = new Map<Split, readonly SkillTask[]>();
  const tasks = (split: Split): readonly SkillTask[] => {
    const known = splits.get(split) ?? Array.from({ length: sizes[split] }, (_, index) => drawTask(name, level, { seed, index, split }));
    splits.set(split, known);
    return known;
  };
  return {
    name: `teach:${name}@${level}`,
    isSimulated: client.isSimulated,
    fingerprint: { client: client.id, template: name, level, seed, maxTokens, maxTurns, v: 1 },
    ceiling: { calls: maxTurns, promptTokens: maxTurns * 60_000, completionTokens: maxTurns * maxTokens },
    tasks,
    async rollout({ task, skill, repeat }, signal) {
      const messages: Message[] = [{ role: 'system', content: skillText(skill) }];
      let usage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };
      try {
        const game = start(seedPathOf(task));
        const replies: string[] = [];
        messages.push({ role: 'user', content: `${game.rules}\n\n${game.text}` });
        while (!game.done && replies.length < maxTurns) {
          const { text, usage: used } = await client.complete({ stage: 'target', messages, seed: repeat, maxTokens }, signal);
          usage = sumOf(usage, used ?? { calls: 1, promptTokens: 60_000, completionTokens: maxTokens });
          messages.push({ role: 'assistant', content: text });
          replies.push(text);
          game.reply(text);
          if (!game.done) messages.push({ role: 'user', content: game.text });
        }
        const verdict = score(seedPathOf(task), replies);
        const soft = Math.min(1, Math.max(0, verdict.normalised ?? (verdict.ok ? 1 : 0)));
        const why = verdict.ok ? {} : { why: verdict.why ?? 'not solved' };
        const feedback = verdict.illegal > 0 ? { feedback: `${verdict.illegal} replies could not be read.` } : {};
        return {
          kind: 'scored',
          score: { hard: verdict.ok ? 1 : 0, soft, ...why, ...feedback },
          reply: replies.join('\n'),
          transcript: messages,
          usage,
        };
      } catch (error) {
        return unscoredBy(error, usage);
      }
    },
  };
}

function drawTask(
  template: string,
  level: number,
  draw: { readonly seed: number; readonly index: number; readonly split: Split },
): SkillTask {
  const { id, text, seedPath } = taskOf(sample(template, { level, ...draw }));
  return { id, text, type: `${template}@${level}`, data: { seedPath } };
}

function seedPathOf({ data }: SkillTask): string {
  const path = typeof data === 'object' && data !== null && 'seedPath' in data ? data.seedPath : undefined;
  invariant(typeof path === 'string', 'a TEACH task has a seed path');
  return path;
}

function sumOf(a: Usage, b: Usage): Usage {
  const dollars = a.dollars === undefined && b.dollars === undefined ? {} : { dollars: (a.dollars ?? 0) + (b.dollars ?? 0) };
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    ...dollars,
  };
}
