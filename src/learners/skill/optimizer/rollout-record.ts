import type { Message } from '#foundation/contracts/ports';
import type { SkillFiles } from '#foundation/contracts/skills';
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

/** Writes rollouts as records of one skill. */
export type Recorder = (rollout: ScoredRollout) => RolloutRecord;

/** A recorder that remembers: several readings of the same rollouts share their records. Analysts may be shown replies without transcripts. */
export function createRecorder(skill: SkillFiles, showsTranscripts = true): Recorder {
  const made = new Map<ScoredRollout, RolloutRecord>();
  return (rollout) => {
    const known = made.get(rollout);
    if (known !== undefined) return known;
    const whole = rolloutRecord(rollout, skill);
    const { transcript: _hidden, ...rest } = whole;
    const record = showsTranscripts ? whole : rest;
    made.set(rollout, record);
    return record;
  };
}

/** The skill is in the prompt already: where a transcript repeats it, a word stands for it. */
export function rolloutRecord({ task, outcome }: ScoredRollout, skill: SkillFiles = {}): RolloutRecord {
  const { score, reply } = outcome;
  const transcript = outcome.transcript.map((message) => withoutSkill(message, skill));
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

/** Texts of fewer characters are not worth a word in their place. */
const SHORT = 40;

function withoutSkill({ role, content }: Message, skill: SkillFiles): Message {
  if (role !== 'system') return { role, content };
  const texts = Object.values(skill)
    .map((text) => text.trim())
    .filter((text) => text.length >= SHORT);
  return { role, content: texts.reduce((left, text) => left.replace(text, () => '(the skill above)'), content) };
}
