import type { EvolveConfig } from '#learners/machine/evolve';
import type { Measure } from './arm-measures.ts';

/** One way to run the pipeline: the whole, or the whole without a part, and what the part is for. */
export interface EvolveArm {
  readonly arm: string;
  readonly says: string;
  readonly asked: Partial<Pick<EvolveConfig, 'schedule' | 'without'>>;
  /** What the whole is to be better in than the arm; the whole itself has none. */
  readonly measures?: readonly Measure[];
}

/** The ablations of the pipeline, each a flag of `pawl evolve`. */
export const evolveArms: readonly EvolveArm[] = [
  { arm: 'whole', says: 'as it is shipped', asked: {} },
  {
    arm: 'uniform-domains',
    says: 'domains are drawn evenly, and every template may have the next turn',
    asked: { without: ['domains'] },
    measures: ['episodes to target'],
  },
  {
    arm: 'uniform-levels',
    says: 'levels are drawn evenly: none is given up, jumped or waited for',
    asked: { without: ['levels'] },
    measures: ['episodes to target'],
  },
  {
    arm: 'seed',
    says: "the specification's formulas as they stand",
    asked: { schedule: 'seed' },
    measures: ['episodes to target'],
  },
  {
    arm: 'fifo',
    says: 'patches are verified in the order they came',
    asked: { without: ['pox'] },
    measures: ['verification per gate saved'],
  },
  {
    arm: 'names',
    says: 'routing keys are hashed names of slots, not what is seen of them',
    asked: { without: ['keys'] },
    measures: ['routed score', 'score while practising'],
  },
  {
    arm: 'ungated',
    says: 'nothing is tried or proved',
    asked: { without: ['verification'] },
    measures: ['score of B_main'],
  },
  {
    arm: 'undistilled',
    says: 'distillation teaches no routing',
    asked: { without: ['distillation'] },
    measures: ['routed score', 'score while practising'],
  },
  {
    arm: 'plain-terms',
    says: 'terms are looked for as if none had been kept',
    asked: { without: ['library'] },
    measures: ['effort per level'],
  },
  {
    arm: 'unaided',
    says: 'nothing learnt before is used again',
    asked: { without: ['reuse'] },
    measures: ['effort per level', 'score of B_main'],
  },
  {
    arm: 'unmixed',
    says: 'phase 3 is left out',
    asked: { without: ['mixing'] },
    measures: ['gain after distillation', 'score of B_main'],
  },
  {
    arm: 'unmaintained',
    says: 'phase 4 is left out',
    asked: { without: ['maintenance'] },
    measures: ['gain after distillation', 'score of B_main'],
  },
  {
    arm: 'unpractised',
    says: 'phases 3 and 4 are left out',
    asked: { without: ['mixing', 'maintenance'] },
    measures: ['gain after distillation', 'score of B_main'],
  },
  {
    arm: 'early',
    says: 'specialists practise to the end, and the main machine re-opens no lesson',
    asked: { without: ['relearning'] },
    measures: ['episodes to target', 'score of B_main'],
  },
  { arm: 'flat', says: 'only flat learners compete', asked: { without: ['structure'] }, measures: ['score of B_main'] },
];
