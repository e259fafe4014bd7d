import type { SkillFiles, SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { ceilingOf, createRollouts, type RolloutSettings } from '#ratchet/rollout';
import type { JudgeMeasure } from './judge-measure.ts';
import { forLooks, measureJudge, type MeasurePorts, referenceOf, type Replied } from './measure-judge.ts';
import { planLooks } from './plan-looks.ts';

/** A world whose judge was measured, without the tasks that it cannot judge. */
export interface Trusted {
  readonly world: SkillWorld;
  readonly measure: JudgeMeasure;
}

/** What is asked of a judge before it scores a run. */
export interface TrustAsked {
  readonly skill: SkillFiles;
  readonly passes: number;
  /** Most looks; 0 is without limit. */
  readonly mostLooks: number;
  readonly settings: RolloutSettings;
}

/**
 * Measures the judge of a world before anything is learned from it, on training and validation tasks, or on as many as it may look at: those that it cannot judge are
 * left out, and a judge that is no better than chance ends the run. The test split stays sealed, and whole.
 */
export async function trustJudge(world: SkillWorld, asked: TrustAsked, ports: MeasurePorts): Promise<Trusted> {
  const { passes, settings } = asked;
  const { tasks, again } = planLooks([...world.tasks('train'), ...world.tasks('validation')], {
    passes,
    most: asked.mostLooks,
    room: roomOf(world, ports),
  });
  const replied = await repliesTo(world, tasks, asked, ports);
  const measure = await measureJudge(replied, { passes, again }, settings, ports);
  if (measure.distrust !== undefined) {
    throw new Fault(
      'loops/untrusted-judge',
      `the judge ${ports.scorer.name} is not to be trusted: ${measure.distrust}`,
      {
        details: { measure },
      },
    );
  }
  const isKept = ({ id }: SkillTask): boolean => measure.unjudgeable[id] === undefined;
  const kept = { train: world.tasks('train').filter(isKept), validation: world.tasks('validation').filter(isKept) };
  const tasksOf: SkillWorld['tasks'] = (split) => (split === 'test' ? world.tasks('test') : kept[split]);
  return { world: { ...world, tasks: tasksOf, rollout: (request, signal) => world.rollout(request, signal) }, measure };
}

/** How many rollouts of the world, and how many looks, the budget has room for. */
function roomOf(world: SkillWorld, { budget, ceiling }: MeasurePorts): { rollouts: number; looks: number } {
  const look = ceiling === undefined ? {} : { usage: ceiling };
  return { rollouts: budget.room(ceilingOf(world)), looks: forLooks(budget).room({ ...ceilingOf(world), ...look }) };
}

/** The reply that a task brings along, else one of the target with the skill. */
async function repliesTo(
  world: SkillWorld,
  tasks: readonly SkillTask[],
  { skill, settings }: TrustAsked,
  { scorer: _scorer, ceiling: _ceiling, isSimulated: _simulated, ...ports }: MeasurePorts,
): Promise<readonly Replied[]> {
  const asked = tasks.filter((task) => referenceOf(task) === undefined);
  const rollouts = createRollouts(settings, { ...ports, world });
  const plans = asked.map((task) => ({ skill, task, repeat: 0, stage: 'judge', mayShowFeedback: false }));
  const made = await rollouts.run(plans);
  const replies = new Map(
    made.flatMap(({ task, outcome }) => (outcome.kind === 'scored' ? [[task.id, outcome.reply] as const] : [])),
  );
  return tasks.flatMap((task) => {
    const reply = referenceOf(task) ?? replies.get(task.id);
    return reply === undefined ? [] : [{ task, reply }];
  });
}
