import type { Message } from '#contracts';
import type { ScoredRollout } from './rollout.ts';

/** A rollout as the optimizer reads it: one line of JSON. */
export interface RolloutRecord {
  readonly task: string;
  readonly type?: string;
  readonly text: string;
  readonly hard: number;
  readonly soft: number;
  /** Why it is not perfect. */
  readonly why?: string;
  readonly feedback?: string;
  readonly turns: number;
  readonly transcript?: readonly Message[];
  readonly reply: string;
}

export function rolloutRecord({ task, outcome }: ScoredRollout): RolloutRecord {
  const { score, reply, transcript } = outcome;
  return {
    task: task.id,
    ...(task.type === undefined ? {} : { type: task.type }),
    text: task.text,
    hard: score.hard,
    soft: score.soft,
    ...(score.why === undefined ? {} : { why: score.why }),
    ...(score.feedback === undefined ? {} : { feedback: score.feedback }),
    turns: transcript.length,
    transcript,
    reply,
  };
}
