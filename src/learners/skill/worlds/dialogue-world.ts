import type { Json, Outcome, Score } from '#foundation/contracts';
import type { Message, ModelClient } from '#foundation/contracts/ports';
import type { RolloutRequest, SkillTask, SkillWorld, Spend, Split } from '#foundation/contracts/skills';
import { skillPrompt } from './skill-prompt.ts';
import { extrasOf, openingMessage, replyText } from './task-request.ts';
import { createMeter, unscoredFrom } from '#ratchet/rollout';

/** One task as a conversation: what is said first, and what is answered to each reply. */
export interface Dialogue {
  readonly opening: string;
  /** `spend` takes what a judge used. */
  answer(reply: string, signal?: AbortSignal, spend?: Spend): Turn | Promise<Turn>;
  /** The score when the turns run out. */
  giveUp(): Score;
}

/** `agent` says whose turn it is where several agents play: each is shown only its own part of the conversation. */
export type Turn =
  | { readonly done: true; readonly score: Score }
  | { readonly done: false; readonly text: string; readonly agent?: number };

export interface DialogueWorldSettings {
  readonly name: string;
  /** All that decides a score beside the model: scorer, environment, their versions. */
  readonly fingerprint: Json;
  readonly target: ModelClient;
  readonly tasks: Readonly<Record<Split, readonly SkillTask[]>>;
  open(request: RolloutRequest): Dialogue;
  /** Replies of the target per rollout, at most. */
  readonly maxTurns: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly reasoningEffort?: string;
  readonly prompts?: Readonly<Record<string, string>>;
}

/** A world in which a language model works through a task in turns, with the skill as its system prompt. */
export function createDialogueWorld(settings: DialogueWorldSettings): SkillWorld {
  const { name, target, tasks, maxTurns, prompts } = settings;
  const sampler = samplerOf(settings);
  return {
    name,
    isSimulated: target.isSimulated,
    fingerprint: { world: settings.fingerprint, target: target.id, maxTurns, sampler },
    tasks: (split) => tasks[split],
    ...(prompts === undefined ? {} : { prompts }),
    async rollout(request, signal) {
      const meter = createMeter();
      try {
        return await converse(settings, request, meter, signal);
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return unscoredFrom(error, meter.used());
      }
    },
  };
}

async function converse(
  settings: DialogueWorldSettings,
  request: RolloutRequest,
  meter: ReturnType<typeof createMeter>,
  signal?: AbortSignal,
): Promise<Outcome> {
  const dialogue = settings.open(request);
  const system = skillPrompt(request.skill);
  const begin: readonly Message[] = system === '' ? [] : [{ role: 'system', content: system }];
  const { images, request: asked } = extrasOf(request.task);
  // What is kept, and shown to analysts, has no bytes of images.
  const shown = images.length === 0 ? '' : `\n[${images.length} ${images.length === 1 ? 'image' : 'images'}]`;
  const transcript: Message[] = [...begin, { role: 'user', content: `${dialogue.opening}${shown}` }];
  const contexts = new Map<number, Message[]>();
  let context = [...begin, openingMessage(dialogue.opening, images)];
  contexts.set(0, context);
  let reply = '';
  let cut = 0;
  const end = (score: Score): Outcome => {
    return { kind: 'scored', score, reply, transcript, ...meter.used(), ...(cut > 0 ? { cut } : {}) };
  };
  for (let turn = 0; turn < settings.maxTurns; turn += 1) {
    const question = {
      stage: 'target',
      messages: [...context],
      seed: request.repeat,
      ...samplerOf(settings),
      ...asked,
    };
    const answered = await settings.target.complete(question, signal);
    meter.spend(answered.usage);
    if (answered.finish === 'refusal' && answered.text.trim() === '') {
      const message = `${settings.target.id}: the content filter kept the reply back`;
      return { kind: 'unscored', outage: 'refusal', message, ...meter.used() };
    }
    reply = replyText(answered);
    cut += answered.finish === 'length' ? 1 : 0;
    transcript.push({ role: 'assistant', content: reply });
    context.push({ role: 'assistant', content: reply });
    const next = await dialogue.answer(reply, signal, meter.spend);
    if (next.done) return end(next.score);
    transcript.push({ role: 'user', content: next.text });
    context = contexts.get(next.agent ?? 0) ?? [...begin];
    contexts.set(next.agent ?? 0, context);
    context.push({ role: 'user', content: next.text });
  }
  return end(dialogue.giveUp());
}

function samplerOf(settings: DialogueWorldSettings): {
  maxTokens?: number;
  temperature?: number;
  reasoningEffort?: string;
} {
  const { maxTokens, temperature, reasoningEffort } = settings;
  return {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}
