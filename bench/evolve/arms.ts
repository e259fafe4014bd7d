import type { EvolveConfig } from '#learners/machine/evolve';
import type { Measure } from './arm-measures.ts';

/** One way to run the pipeline: the whole, or the whole without a part, and what the part is for. */
export interface EvolveArm {
  readonly arm: string;
  readonly says: string;
  readonly asked: Partial<Pick<EvolveConfig, 'schedule' | 'without'>>;
  /** What the whole is to be better in than the arm; the whole itself has none. */
  readonly measure?: Measure;
}

/** The ablations of the pipeline, each a flag of `pawl evolve`. */
export const evolveArms: readonly EvolveArm[] = [
  { arm: 'whole', says: 'as it is shipped', asked: {} },
  {
    arm: 'uniform-domains',
    says: 'domains are drawn evenly, and every template may have the next turn',
    asked: { without: ['domains'] },
    measure: 'episodes to target',
  },
  {
    arm: 'uniform-levels',
    says: 'levels are drawn evenly: none is given up, jumped or waited for',
    asked: { without: ['levels'] },
    measure: 'episodes to target',
  },
  {
    arm: 'seed',
    says: "the specification's formulas as they stand",
    asked: { schedule: 'seed' },
    measure: 'episodes to target',
  },
  {
    arm: 'fifo',
    says: 'patches are verified in the order they came',
    asked: { without: ['pox'] },
    measure: 'verification per gate saved',
  },
  {
    arm: 'unmasked',
    says: 'stale and bad episodes teach too',
    asked: { without: ['masking'] },
    measure: 'routed score',
  },
  {
    arm: 'names',
    says: 'routing keys are hashed names of slots, not what is seen of them',
    asked: { without: ['keys'] },
    measure: 'routed score',
  },
  {
    arm: 'ungated',
    says: 'nothing is tried or proved',
    asked: { without: ['verification'] },
    measure: 'score of B_main',
  },
  {
    arm: 'undistilled',
    says: 'distillation teaches no routing',
    asked: { without: ['distillation'] },
    measure: 'routed score',
  },
  {
    arm: 'plain-terms',
    says: 'terms are looked for as if none had been kept',
    asked: { without: ['library'] },
    measure: 'effort per level',
  },
  {
    arm: 'unaided',
    says: 'nothing learnt before is used again',
    asked: { without: ['reuse'] },
    measure: 'effort per level',
  },
  {
    arm: 'unmixed',
    says: 'phase 3 is left out',
    asked: { without: ['mixing'] },
    measure: 'gain after distillation',
  },
  {
    arm: 'unmaintained',
    says: 'phase 4 is left out',
    asked: { without: ['maintenance'] },
    measure: 'gain after distillation',
  },
  {
    arm: 'early',
    says: 'specialists practise to the end, and the main machine re-opens no lesson',
    asked: { without: ['relearning'] },
    measure: 'gain after distillation',
  },
  { arm: 'flat', says: 'only flat learners compete', asked: { without: ['structure'] }, measure: 'score of B_main' },
];
