import type { Score } from '#foundation/contracts';
import type { RolloutRequest, Scorer, SkillWorld } from '#foundation/contracts/skills';
import { createDialogueWorld, type Dialogue, type DialogueWorldSettings } from './dialogue-world.ts';

export interface AnswerWorldSettings extends Omit<DialogueWorldSettings, 'open' | 'fingerprint' | 'maxTurns'> {
  readonly scorer: Scorer;
  /** With more than one turn, a training rollout that fails is shown the scorer's feedback and may try again. */
  readonly maxTurns?: number;
}

/** A world of questions: the model answers, the scorer scores. */
export function createAnswerWorld(settings: AnswerWorldSettings): SkillWorld {
  const { scorer, maxTurns = 1, ...rest } = settings;
  return createDialogueWorld({
    ...rest,
    maxTurns,
    fingerprint: { kind: 'answer', scorer: scorer.fingerprint, version: 1 },
    open: (request) => questionOf(request, scorer, maxTurns),
  });
}

function questionOf({ task, mayShowFeedback }: RolloutRequest, scorer: Scorer, maxTurns: number): Dialogue {
  let turns = 0;
  let last: Score = { hard: 0, soft: 0, why: 'no answer: the turns ran out' };
  return {
    opening: task.text,
    async answer(reply, signal, spend) {
      turns += 1;
      last = await scorer.score({ text: reply }, task, signal, spend);
      const mayRetry = mayShowFeedback && last.hard < 1 && turns < maxTurns && last.feedback !== undefined;
      return mayRetry
        ? { done: false, text: `Not right yet. ${last.feedback}\nTry again.` }
        : { done: true, score: last };
    },
    giveUp: () => last,
  };
}
