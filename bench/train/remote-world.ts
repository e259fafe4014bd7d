import { z } from 'zod';
import type { Outcome } from '#foundation/contracts';
import type { ModelClient } from '#foundation/contracts/ports';
import type { RolloutRequest, SkillFiles, SkillWorld } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { CompleteAnswer, type Offer, RolloutsAnswer } from './protocol.ts';

const Refusal = z.object({ error: z.string(), message: z.string() });

/** Sends one request of the protocol. */
export async function callReferee(url: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(
    `${url}${path}`,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { error, message } = Refusal.parse(answer);
  throw new Fault(error === 'budget' ? 'bench/budget' : 'bench/protocol', message);
}

interface Waiting {
  readonly request: RolloutRequest;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A world behind the protocol. Rollouts asked for in one turn of the event loop travel as one request. */
export function createRemoteWorld(url: string, offer: Offer): SkillWorld {
  let waiting: Waiting[] = [];
  const send = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const skills = [...new Set(batch.map(({ request }) => request.skill))];
      const at = new Map(skills.map((skill, index) => [skill, index]));
      const calls = batch.map(({ request }) => ({
        skill: at.get(request.skill)!,
        task: request.task.id,
        repeat: request.repeat,
      }));
      const { outcomes } = RolloutsAnswer.parse(await callReferee(url, '/rollouts', { run: offer.run, skills, calls }));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return {
    name: offer.world,
    isSimulated: offer.isSimulated,
    fingerprint: { referee: offer.run, world: offer.world, seed: offer.seed },
    tasks: (split) => (split === 'test' ? [] : offer[split]),
    rollout: (request) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) {
          setImmediate(() => {
            const batch = waiting;
            waiting = [];
            void send(batch);
          });
        }
        waiting.push({ request, resolve, reject });
      }),
  };
}

/** The optimizer behind the protocol. */
export function createRemoteOptimizer(url: string, offer: Offer): ModelClient {
  return {
    id: `referee:${offer.world}`,
    isSimulated: offer.isSimulated,
    async complete({ messages, seed }) {
      const { text } = CompleteAnswer.parse(await callReferee(url, '/complete', { run: offer.run, messages, seed }));
      return { text, finish: 'stop', usage: { calls: 1, promptTokens: 0, completionTokens: 0 } };
    },
  };
}

/** Tells the referee which skill would be returned now. */
export async function reportSkill(url: string, run: string, skill: SkillFiles): Promise<void> {
  await callReferee(url, '/report', { run, skill });
}
