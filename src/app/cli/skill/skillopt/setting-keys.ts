import { Fault } from '#foundation/kernel';
import { updateModeOf } from '#learners/skill/edits';
import { pairPolicyOf } from '#learners/skill/epoch';
import { isOn, textOf } from './file.ts';

type Part = Record<string, unknown>;
type Take = (value: unknown) => Part;

const as =
  (name: string): Take =>
  (value) => ({ [name]: value });
const word =
  (name: string): Take =>
  (value) => ({ [name]: textOf(value).toLowerCase() });
const flag =
  (name: string): Take =>
  (value) => ({ [name]: isOn(value) });

const editBudgetControls: Readonly<Record<string, string>> = {
  fixed: 'fixed',
  manual: 'fixed',
  scheduler: 'fixed',
  scheduled: 'fixed',
  autonomous: 'autonomous',
  auto: 'autonomous',
  optimizer: 'autonomous',
  none: 'none',
  off: 'none',
  no_lr: 'none',
};

function editBudgetControl(value: unknown): Part {
  const control = editBudgetControls[textOf(value).toLowerCase()];
  if (control !== undefined) return { editBudgetControl: control };
  const names = Object.keys(editBudgetControls).join(', ');
  throw new Fault('cli/skillopt-key', `lr_control_mode: there is no ${textOf(value)}; known are ${names}`);
}

function ratio(value: unknown): Part {
  const parts = textOf(value).split(':').map(Number);
  if (parts.length === 3 && parts.every((part) => part >= 0)) return { split: parts };
  throw new Fault('cli/skillopt-key', `split_ratio: expected train:val:test, got ${textOf(value)}`);
}

function oneTurn(value: unknown): Part {
  if (Number(value) === 1) return {};
  throw new Fault(
    'cli/skillopt-key',
    `max_turns: ${textOf(value)} is not taken over: tasks are answered in one turn; write others with defineEnvironment`,
  );
}

function semanticDensity(value: unknown): Part {
  if (!isOn(value)) return {};
  throw new Fault(
    'cli/skillopt-key',
    'use_semantic_density: a bonus for shouting words can be gamed; score what you want with a rubric judge',
  );
}

/** Scorers that measure as the original's environments do. */
const scorers: Readonly<Record<string, string>> = {
  searchqa: 'f1',
  officeqa: 'f1',
  docvqa: 'anls',
  livemathematicianbench: 'normalised',
};

/** Environments of the original that are programs of their own: an adapter brings them, the rest of the file is taken over. */
export const adaptedEnvironments: ReadonlySet<string> = new Set(['alfworld', 'spreadsheetbench']);

function environment(value: unknown): Part {
  const name = textOf(value).toLowerCase();
  const kind = scorers[name];
  if (kind !== undefined) return { scorer: { kind, part: 'tagged' } };
  if (adaptedEnvironments.has(name)) return {};
  const known = [...Object.keys(scorers), ...adaptedEnvironments].join(', ');
  throw new Fault(
    'cli/skillopt-key',
    `env: there is no environment ${name} here (known are ${known}); leave env out and set scorer, or write it with defineEnvironment`,
  );
}

/** Keys that stand for one setting each, and what they become. Models, agents and tasks are read together, in files of their own. */
export const settingKeys: Readonly<Record<string, Take>> = {
  reasoning_effort: as('reasoningEffort'),
  rewrite_reasoning_effort: as('rewriteReasoningEffort'),
  rewrite_max_completion_tokens: as('rewriteMaxTokens'),

  num_epochs: as('epochs'),
  batch_size: as('batchSize'),
  accumulation: as('accumulation'),

  minibatch_size: as('minibatchSize'),
  merge_batch_size: as('mergeBatchSize'),
  analyst_workers: as('analystWorkers'),
  failure_only: flag('failureOnly'),

  learning_rate: as('editBudget'),
  edit_budget: as('editBudget'),
  min_learning_rate: as('minEditBudget'),
  min_edit_budget: as('minEditBudget'),
  lr_scheduler: word('editBudgetRule'),
  lr_control_mode: editBudgetControl,
  skill_update_mode: (value) => ({ updateMode: updateModeOf(textOf(value)) }),
  use_slow_update: flag('slowUpdate'),
  slow_update_samples: as('slowUpdateSamples'),
  slow_update_gate_with_selection: (value) => ({ slowUpdateGate: isOn(value) ? 'measure' : 'force' }),
  longitudinal_pair_policy: (value) => ({ pairPolicy: pairPolicyOf(textOf(value)) }),
  use_meta_skill: flag('metaSkill'),
  use_skill_aware_reflection: flag('skillAware'),
  skill_aware_appendix_source: word('appendixSource'),
  skill_aware_consolidate_threshold: as('consolidateAbove'),

  use_gate: (value) => ({ gate: { kind: value === false ? 'off' : 'strict' } }),
  gate_metric: word('gateMetric'),
  gate_mixed_weight: as('mixedWeight'),
  use_semantic_density: semanticDensity,
  sel_env_num: as('validationTasks'),
  test_env_num: as('testTasks'),
  eval_test: flag('testAtEnd'),

  env: environment,
  name: environment,
  skill_init: as('skill'),
  split_ratio: ratio,
  split_seed: as('splitSeed'),
  max_turns: oneTurn,
  max_completion_tokens: as('maxTokens'),
  workers: as('concurrency'),
  limit: as('limit'),
};
