import type { Usage } from '#foundation/contracts/ports';
import type { Scorer, SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { createMeter, unscoredFrom } from '#ratchet/rollout';

/** A reply that a judge is to look at. */
export interface Look {
  /** Its own reply, one to another task, or one that somebody has labelled. */
  readonly kind: 'own' | 'foreign' | 'label';
  readonly task: SkillTask;
  readonly reply: string;
  /** What somebody says it is worth. */
  readonly label?: number;
}

/** What judges: the scorer of the world, and the most that one look can use. */
export interface JudgingPorts {
  readonly scorer: Scorer;
  readonly ceiling?: Usage;
}

/** A look as a task of its own: a rollout of it is one judgement, and another repeat is another look. */
export function lookTask({ kind, task, reply }: Look, index: number): SkillTask {
  return { id: `${task.id}#${kind}-${index}`, text: reply, data: { task: task.id } };
}

/** A world in which a judge looks again at replies that are there: budget, retries and records are those of any rollout. */
export function createJudgingWorld(looks: readonly Look[], ports: JudgingPorts, isSimulated: boolean): SkillWorld {
  const { scorer, ceiling } = ports;
  const byId = new Map(looks.map((look, i) => [lookTask(look, i).id, look]));
  return {
    name: `judge: ${scorer.name}`,
    isSimulated,
    fingerprint: { judging: scorer.fingerprint },
    ...(ceiling === undefined ? {} : { ceiling }),
    tasks: () => [],
    async rollout({ task, repeat }, signal) {
      const { task: asked, reply } = byId.get(task.id)!;
      const meter = createMeter();
      try {
        const score = await scorer.score({ text: reply, look: repeat }, asked, signal, meter.spend);
        return { kind: 'scored', score, reply, transcript: [], ...meter.used() };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return unscoredFrom(error, meter.used());
      }
    },
  };
}
