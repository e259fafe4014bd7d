import type { SkillTask } from '#foundation/contracts/skills';
import { Fault, type Rng } from '#foundation/kernel';

/** One step of an epoch: the micro-batches it rolls out. */
export interface PlannedStep {
  /** Counted from 1 over the whole run. */
  readonly step: number;
  readonly epoch: number;
  readonly batches: readonly (readonly SkillTask[])[];
  readonly endsEpoch: boolean;
}

export interface PlanSettings {
  readonly epochs: number;
  readonly batchSize: number;
  readonly accumulation: number;
}

/** S = ⌈n / (B · A)⌉ for n training tasks, batches of B and A micro-batches per step. */
export function stepsPerEpoch(tasks: number, { batchSize, accumulation }: PlanSettings): number {
  if (batchSize < 1 || accumulation < 1) {
    throw new Fault('loops/bad-setting', `batches of ${batchSize}, ${accumulation} per step: both must be at least 1`);
  }
  return Math.ceil(tasks / (batchSize * accumulation));
}

/**
 * The steps of a run: each epoch is one pass over the shuffled training tasks, cut into consecutive batches. A micro-batch that the
 * pass no longer reaches is drawn from all tasks anew.
 *
 * @source spec/trainer §1.1
 */
export function planSteps(tasks: readonly SkillTask[], settings: PlanSettings, rng: Rng): PlannedStep[] {
  const { epochs, batchSize, accumulation } = settings;
  const perEpoch = stepsPerEpoch(tasks.length, settings);
  const steps: PlannedStep[] = [];
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    const order = rng.fork(`epoch/${epoch}`).shuffle([...tasks]);
    for (let inEpoch = 0; inEpoch < perEpoch; inEpoch += 1) {
      const batches = Array.from({ length: accumulation }, (_, a) => {
        const at = inEpoch * accumulation + a;
        const batch = order.slice(at * batchSize, (at + 1) * batchSize);
        return batch.length > 0
          ? batch
          : rng
              .fork(`epoch/${epoch}/${at}`)
              .shuffle([...tasks])
              .slice(0, batchSize);
      });
      steps.push({ step: steps.length + 1, epoch, batches, endsEpoch: inEpoch === perEpoch - 1 });
    }
  }
  return steps;
}
