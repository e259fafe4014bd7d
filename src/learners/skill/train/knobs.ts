import { z } from 'zod';

const count = z.int().min(0);
const positive = z.int().min(1);
const share = z.number().min(0).max(1);

/** Every plain knob of training: what it may be, what it is unless told, and what it means. Settings, config file and help read this table. */
export const TrainKnobs = z.strictObject({
  epochs: positive.default(8).describe('passes over the training tasks'),
  batchSize: positive.default(40).describe('training tasks per batch'),
  accumulation: positive.default(1).describe('batches per step'),
  minibatchSize: positive.default(8).describe('rollouts that one analyst reads'),
  mergeBatchSize: z.int().min(2).default(8).describe('proposals merged at once'),
  analystWorkers: positive.default(16).describe('analysts at work at once'),
  failureOnly: z.boolean().default(false).describe('reflect on failures alone'),
  showsTranscripts: z.boolean().optional().describe('whether analysts see what led to a reply; usually true'),
  failBelow: share.default(1).describe('hard score below which a rollout is a failure'),
  updateMode: z
    .enum(['patch', 'rewrite_from_suggestions', 'full_rewrite_minibatch'])
    .default('patch')
    .describe('how a candidate is written'),
  editBudget: count.default(8).describe('most edits per step at the start'),
  minEditBudget: count.default(2).describe('most edits per step at the end'),
  editBudgetRule: z
    .enum(['constant', 'linear', 'cosine', 'autonomous'])
    .default('cosine')
    .describe('how the edit budget falls'),
  editBudgetControl: z
    .enum(['fixed', 'autonomous', 'none'])
    .default('fixed')
    .describe('who sets the edit budget: the rule, the optimizer, or nobody, so that every edit stays'),
  slowUpdate: z.boolean().default(false).describe('compare epochs and write the slow region'),
  slowUpdateSamples: positive.default(20).describe('tasks compared at the end of an epoch'),
  slowUpdateGate: z
    .enum(['measure', 'force'])
    .default('measure')
    .describe("whether a slow update is measured before it stays; force is the original's way"),
  pairPolicy: z.enum(['mixed', 'changed', 'unchanged']).default('mixed').describe('which tasks a slow update compares'),
  metaSkill: z.boolean().default(false).describe('keep notes for the optimizer over epochs'),
  skillAware: z.boolean().default(false).describe('tell lapses of the agent from gaps of the skill, in an appendix'),
  appendixSource: z.enum(['both', 'failure_only']).default('both').describe('which rollouts may add to the appendix'),
  consolidateAbove: count.default(20).describe('notes in the appendix above which it is shortened; 0 is never'),
  gateMetric: z
    .enum(['hard', 'soft', 'mixed'])
    .default('hard')
    .describe('what the gate compares; mixed is (1 − w)·hard + w·soft'),
  mixedWeight: share.default(0.5).describe('weight w of the soft score in the mixed metric'),
  judgePasses: count
    .default(3)
    .describe(
      'looks of a judge at one reply of each task, with which it is measured before it is trusted; 0 trusts it unseen',
    ),
  judgeLooks: count
    .default(600)
    .describe(
      'most looks with which a judge is measured, further ones included, on fewer tasks where they do not suffice; no part of limits.rollouts; 0 is without limit',
    ),
  stopAt: share
    .gt(0)
    .optional()
    .describe(
      'training ends, with the trial of what it has, at the first step whose training score reaches this; what stays is for the gate to say',
    ),
  validationTasks: count.default(0).describe('validation tasks used; 0 is all'),
  testTasks: count.default(0).describe('test tasks used; 0 is all'),
  testAtEnd: z.boolean().default(true).describe('score first, best and final skill on the test tasks at the end'),
});
export type TrainKnobs = Readonly<z.output<typeof TrainKnobs>>;
