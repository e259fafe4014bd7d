import { type AnalystReport, reflect } from '#skill';
import type { Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** Item ids are distinct within one call of `reflect`; over micro-batches, readings and steps they need a prefix. */
function renamed(reports: readonly AnalystReport[], prefix: string): readonly AnalystReport[] {
  return reports.map((report) => ({
    ...report,
    items: report.items.map((item) => ({ ...item, origin: { ...item.origin, id: `${prefix}.${item.origin.id}` } })),
  }));
}

/** Stage 2: analysts read the rollouts in minibatches, failures and successes apart, and propose changes. */
export async function reflectOn(run: TrainRun, step: Step): Promise<void> {
  run.enter('reflect');
  const { settings, rng } = run;
  for (const [index, rollouts] of step.batches.entries()) {
    for (let reading = 0; reading < settings.search.readings; reading += 1) {
      const reports = await reflect(
        {
          skill: step.parent.skill,
          rollouts,
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
        },
        { ...run.optimizer, seed: settings.seed + reading * 1_000_003 },
      );
      step.reports.push(...renamed(reports, `s${step.plan.step}.${index}.${reading}`));
    }
  }
  const withItems = step.reports.filter(({ items }) => items.length > 0);
  step.notes = step.reports.flatMap(({ notes }) => notes);
  step.record.n_patches = withItems.length;
  step.record.n_failure_patches = withItems.filter(({ source }) => source === 'failure').length;
  step.record.n_success_patches = withItems.filter(({ source }) => source === 'success').length;
  step.record.n_execution_lapse_notes = step.notes.length;
}
