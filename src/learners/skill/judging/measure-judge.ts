import type { Journal, Timer } from '#foundation/contracts/ports';
import type { SkillTask } from '#foundation/contracts/skills';
import { isRecord } from '#foundation/kernel';
import type { Budget, Stopwatch } from '#ratchet/budget';
import { createRollouts, type RolloutSettings, type Tell } from '#ratchet/rollout';
import { type JudgeMeasure, readJudge } from './judge-measure.ts';
import { createJudgingWorld, type JudgingPorts, type Look, lookTask } from './judging-world.ts';

/** What measuring a judge needs of a run. */
export interface MeasurePorts extends JudgingPorts {
  readonly journal: Journal;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  readonly tell?: Tell;
  readonly isSimulated: boolean;
}

/** A task with a reply to it, good or bad. */
export interface Replied {
  readonly task: SkillTask;
  readonly reply: string;
}

const nobody = { 'SKILL.md': '' };

/** Lets the judge look so often at a reply of each task, at one to another task, and at the replies that carry a label. */
export async function measureJudge(
  replied: readonly Replied[],
  passes: number,
  settings: RolloutSettings,
  { scorer, ceiling, isSimulated, ...ports }: MeasurePorts,
): Promise<JudgeMeasure> {
  const looks = looksAt(replied);
  const world = createJudgingWorld(looks, ceiling === undefined ? { scorer } : { scorer, ceiling }, isSimulated);
  const rollouts = createRollouts(settings, { ...ports, world });
  const plans = looks.flatMap((look, i) =>
    Array.from({ length: look.kind === 'foreign' ? Math.min(2, passes) : passes }, (_, repeat) => ({
      skill: nobody,
      task: lookTask(look, i),
      repeat,
      stage: 'judge',
      mayShowFeedback: false,
    })),
  );
  const made = await rollouts.run(plans);
  return readJudge(
    looks.map((look, i) => {
      const mine = made.filter(({ task }) => task.id === lookTask(look, i).id);
      return { ...look, scores: mine.flatMap(({ outcome }) => (outcome.kind === 'scored' ? [outcome.score] : [])) };
    }),
  );
}

function looksAt(replied: readonly Replied[]): readonly Look[] {
  return replied.flatMap(({ task, reply }, i): Look[] => {
    const other = replied[(i + 1) % replied.length]!;
    const foreign = other.reply === reply ? [] : [{ kind: 'foreign' as const, task, reply: other.reply }];
    return [{ kind: 'own', task, reply }, ...foreign, ...labelsOf(task)];
  });
}

/** `labels: [{ "reply": "…", "score": 1 }]` of a task: replies that the user has judged. */
function labelsOf(task: SkillTask): readonly Look[] {
  const labels = isRecord(task.data) ? task.data['labels'] : undefined;
  if (!Array.isArray(labels)) return [];
  return labels.flatMap((one: unknown): Look[] => {
    if (!isRecord(one) || typeof one['reply'] !== 'string' || typeof one['score'] !== 'number') return [];
    return [{ kind: 'label', task, reply: one['reply'], label: one['score'] }];
  });
}

/** The reply that a task brings along, such as that of the log it was made from. */
export function referenceOf({ data }: SkillTask): string | undefined {
  const reference = isRecord(data) ? data['reference'] : undefined;
  return typeof reference === 'string' && reference !== '' ? reference : undefined;
}
