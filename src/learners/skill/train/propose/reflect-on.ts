import { type AnalystReport, createRecorder, reflectEach } from '#learners/skill/optimizer';
import type { TrainRun } from '../train-run.ts';
import type { Rolled } from './roll-out.ts';
import type { Step } from './step.ts';

/**
 * Stage 2: analysts read the rollouts in minibatches, failures and successes apart, and propose changes. Merges and coding agents need
 * no analysts.
 */
export async function reflectOn(run: TrainRun, step: Step, { batches }: Rolled): Promise<readonly AnalystReport[]> {
  if (step.proposer === 'merge' || step.proposer === 'agent') return [];
  run.enter('reflect');
  const { settings, rng } = run;
  const inputs = batches.flatMap(({ scored }, index) => {
    const recorder = createRecorder(step.parent.skill, settings.showsTranscripts);
    return Array.from({ length: settings.search.readings }, (_, reading) => ({
      skill: step.parent.skill,
      rollouts: scored,
      settings: {
        mode: step.mode,
        minibatchSize: settings.minibatchSize,
        failureOnly: settings.failureOnly,
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
  return readings.flatMap((reports, i) => renamed(reports, inputs[i]!.name));
}

/** Item ids are distinct within one call of `reflect`; over micro-batches, readings and steps they need a prefix. */
function renamed(reports: readonly AnalystReport[], prefix: string): readonly AnalystReport[] {
  return reports.map((report) => ({
    ...report,
    items: report.items.map((item) => ({ ...item, origin: { ...item.origin, id: `${prefix}.${item.origin.id}` } })),
  }));
}
