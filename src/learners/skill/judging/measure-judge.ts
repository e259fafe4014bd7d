import type { Score } from '#foundation/contracts';
import type { Journal, Timer } from '#foundation/contracts/ports';
import type { SkillTask } from '#foundation/contracts/skills';
import { isRecord } from '#foundation/kernel';
import type { Budget, Stopwatch } from '#ratchet/budget';
import { createRollouts, type Rollout, type RolloutSettings, type Tell } from '#ratchet/rollout';
import { isDiffering, type JudgedLook, type JudgeMeasure, readJudge } from './judge-measure.ts';
import { AGAIN, FOREIGN } from './looks-per-task.ts';
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

/** How often a judge is to look. */
export interface Looks {
  /** Looks at one reply. */
  readonly passes: number;
  /** Most further looks, at replies on which looks differ. */
  readonly again: number;
}

/** Lets the judge look so often at a reply of each task, at one to another task, and at the replies that carry a label. */
export async function measureJudge(
  replied: readonly Replied[],
  { passes, again }: Looks,
  settings: RolloutSettings,
  { scorer, ceiling, isSimulated, ...ports }: MeasurePorts,
): Promise<JudgeMeasure> {
  const looks = looksAt(replied);
  const world = createJudgingWorld(looks, ceiling === undefined ? { scorer } : { scorer, ceiling }, isSimulated);
  const rollouts = createRollouts(settings, { ...ports, budget: forLooks(ports.budget), world });
  const lookAt = async (which: readonly number[], times: (look: Look) => number, from: number): Promise<Rollout[]> => {
    const plans = which.flatMap((i) =>
      Array.from({ length: times(looks[i]!) }, (_, repeat) => ({
        skill: nobody,
        task: lookTask(looks[i]!, i),
        repeat: from + repeat,
        stage: 'judge',
        mayShowFeedback: false,
      })),
    );
    return plans.length === 0 ? [] : rollouts.run(plans);
  };
  const timesOf = ({ kind }: Look): number => (kind === 'foreign' ? Math.min(FOREIGN, passes) : passes);
  const first = judgedBy(looks, await lookAt([...looks.keys()], timesOf, 0));
  const differing = [...first.keys()].filter((i) => isDiffering(first[i]!)).slice(0, Math.floor(again / AGAIN));
  const second = judgedBy(looks, await lookAt(differing, () => AGAIN, passes));
  return readJudge(first.map((look, i) => ({ ...look, scores: [...look.scores, ...second[i]!.scores] })));
}

/** Looks are no rollouts of the target: they have a limit of their own, and count as calls, tokens and dollars alone. */
export function forLooks(budget: Budget): Budget {
  return {
    ...budget,
    reserve: (count, ceiling, options) => budget.reserve(count, { ...ceiling, ...LOOK }, options),
    room: (ceiling) => budget.room({ ...ceiling, ...LOOK }),
  };
}

const LOOK = { rollouts: 0, kind: 'look' } as const;

function judgedBy(looks: readonly Look[], made: readonly Rollout[]): readonly JudgedLook[] {
  const scores = new Map<string, Score[]>();
  for (const { task, outcome } of made) {
    if (outcome.kind === 'scored') scores.set(task.id, [...(scores.get(task.id) ?? []), outcome.score]);
  }
  return looks.map((look, i) => ({ ...look, scores: scores.get(lookTask(look, i).id) ?? [] }));
}

function looksAt(replied: readonly Replied[]): readonly Look[] {
  return replied.flatMap(({ task, reply }, i): Look[] => {
    const other = replied[(i + 1) % replied.length]!;
    const foreign = other.reply === reply ? [] : [{ kind: 'foreign' as const, task, reply: other.reply }];
    return [{ kind: 'own', task, reply }, ...foreign, ...labelsOf(task)];
  });
}

/** `labels: [{ "reply": "…", "score": 1 }]` of a task: replies that the user has judged. */
export function labelsOf(task: SkillTask): readonly Look[] {
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
