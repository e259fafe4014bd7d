import {
  type AnalystReport,
  createRecorder,
  isFailure,
  reflectEach,
  type ScoredRollout,
} from '#learners/skill/optimizer';
import { Fault, hashOf } from '#foundation/kernel';
import type { Practising, Proposing, Remembering, Telling } from '../train-run.ts';
import type { Rolled } from './roll-out.ts';
import type { Step } from './step.ts';

/**
 * Stage 2: analysts read the rollouts in minibatches, failures and successes apart, and propose changes. What was read before is not read
 * again. Merges and coding agents need no analysts.
 */
export async function reflectOn(
  run: Telling & Remembering & Practising & Proposing,
  step: Step,
  { batches }: Rolled,
): Promise<readonly AnalystReport[]> {
  if (step.proposer === 'merge' || step.proposer === 'agent') return [];
  run.enter('reflect');
  const { settings, rng } = run;
  const fresh = batches.map(({ scored }) => unread(run, step, scored));
  run.book.wasRead(fresh.flatMap((batch) => batch.map(({ key }) => key)));
  const inputs = fresh.flatMap((batch, index) => {
    const recorder = createRecorder(step.parent.skill, settings.showsTranscripts);
    return Array.from({ length: settings.search.readings }, (_, reading) => ({
      skill: step.parent.skill,
      rollouts: batch.map(({ rollout }) => rollout),
      settings: {
        mode: step.mode,
        minibatchSize: settings.minibatchSize,
        // Votes are of those who read failures; successes are read once.
        failureOnly: settings.failureOnly || reading > 0,
        editBudget: step.mode === 'full_rewrite_minibatch' ? null : settings.editBudget,
        failBelow: settings.failBelow,
        ...(settings.showsTranscripts === undefined ? {} : { showsTranscripts: settings.showsTranscripts }),
        ...(settings.skillAware ? { appendixSource: settings.appendixSource } : {}),
      },
      history: step.history,
      metaSkill: step.advice,
      rng: rng.fork(`reflect/${step.plan.step}/${index}/${reading}`),
      recorder,
      seed: settings.seed + reading * 1_000_003,
      name: `s${step.plan.step}.${index}.${reading}`,
    }));
  });
  const readings = await reflectEach(inputs, run.optimizer);
  const reports = readings.flatMap((each, i) => renamed(each, inputs[i]!.name));
  requireReadable(reports, step);
  return reports;
}

/** An optimizer of which a whole step with failures can read nothing would spend the budget of the run on nothing. */
function requireReadable(reports: readonly AnalystReport[], { plan }: Step): void {
  const [first] = reports;
  const areFailures = reports.some(({ source }) => source === 'failure');
  if (reports.length < 2 || first === undefined || !areFailures || reports.some(({ begins }) => begins === undefined))
    return;
  const { problem = '', begins = '' } = first;
  throw new Fault(
    'loops/unreadable-replies',
    `none of the ${reports.length} replies of the optimizer in step ${plan.step} could be read: ${problem}. The first begins: ${JSON.stringify(begins)}`,
  );
}

/** What analysts have not seen yet, where rollouts are read more than once: failures with another reply, under another skill or advice, and tasks that have not succeeded before. */
function unread(
  { state, settings }: Telling & Remembering,
  { parent, advice }: Step,
  scored: readonly ScoredRollout[],
): readonly { readonly key: string; readonly rollout: ScoredRollout }[] {
  const keyOf = (rollout: ScoredRollout): string => {
    const { task, outcome } = rollout;
    return isFailure(rollout, settings.failBelow) ? hashOf([parent.hash, task.id, outcome.reply, advice]) : task.id;
  };
  return scored
    .map((rollout) => ({ key: keyOf(rollout), rollout }))
    .filter(({ key }) => settings.search.readings === 1 || !state.read.has(key));
}

/** Item ids are distinct within one call of `reflect`; over micro-batches, readings and steps they need a prefix. */
function renamed(reports: readonly AnalystReport[], prefix: string): readonly AnalystReport[] {
  return reports.map((report) => ({
    ...report,
    items: report.items.map((item) => ({ ...item, origin: { ...item.origin, id: `${prefix}.${item.origin.id}` } })),
  }));
}
