import type { EvolveConfig } from '#learners/machine/evolve';

/** One way to run the pipeline: the whole, or the whole without a part. */
export interface EvolveArm {
  readonly arm: string;
  readonly says: string;
  readonly asked: Partial<Pick<EvolveConfig, 'schedule' | 'without'>>;
}

/** The ablations of the pipeline, each a flag of `pawl evolve`. */
export const evolveArms: readonly EvolveArm[] = [
  { arm: 'whole', says: 'as it is shipped', asked: {} },
  { arm: 'uniform', says: 'domains, templates and levels are drawn evenly', asked: { without: ['schedule'] } },
  { arm: 'seed', says: "the specification's formulas as they stand", asked: { schedule: 'seed' } },
  { arm: 'fifo', says: 'patches are verified in the order they came', asked: { without: ['pox'] } },
  { arm: 'unmasked', says: 'stale and bad episodes teach too', asked: { without: ['masking'] } },
  { arm: 'ungated', says: 'nothing is tried or proved', asked: { without: ['verification'] } },
  { arm: 'undistilled', says: 'the main machine begins with no preference', asked: { without: ['distillation'] } },
  {
    arm: 'plain-terms',
    says: 'terms are looked for as if none had been kept',
    asked: { without: ['library'] },
  },
  { arm: 'unaided', says: 'nothing learnt before is used again', asked: { without: ['reuse'] } },
  { arm: 'unmixed', says: 'phase 3 is left out', asked: { without: ['mixing'] } },
  { arm: 'unmaintained', says: 'phase 4 is left out', asked: { without: ['maintenance'] } },
  {
    arm: 'early',
    says: 'specialists practise to the end, and the main machine re-opens no lesson',
    asked: { without: ['relearning'] },
  },
  { arm: 'flat', says: 'only flat learners compete', asked: { without: ['structure'] } },
];
