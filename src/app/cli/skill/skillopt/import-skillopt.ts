import type { SkillWorld } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { isEnvironment } from '#app/api';
import { agentOf } from './agent.ts';
import { backendsOf } from './backends.ts';
import { isOn, readSkilloptFile, type SkilloptFile } from './file.ts';
import { conditionalKeys, notedKeys } from './idle-keys.ts';
import { adaptedEnvironments, settingKeys } from './setting-keys.ts';
import { type ImportedModel, modelOf } from './models.ts';
import { refusedKeys } from './refused-keys.ts';
import { TrainConfig } from '../train-config.ts';

type Part = Record<string, unknown>;
type Environment = Readonly<Record<string, string | undefined>>;

export interface ImportedSkillopt {
  readonly config: TrainConfig;
  readonly seed: number;
  /** What the file says the training tasks number; 0 is what there is. */
  readonly trainSize: number;
  /** An environment that only an adapter can bring. */
  readonly adapted: string | undefined;
  /** Where the artefacts in the original's layout go. */
  readonly artefacts: string | undefined;
  /** Keys of models that the file holds, by the variable under which the models look for them. In memory alone. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Keys that change nothing, each with the reason. */
  readonly notes: readonly string[];
}

/**
 * A config file of SkillOpt as one of ours. Every key is used, noted with the reason why it changes nothing, or refused by name:
 * none is dropped unseen.
 */
export function importSkillopt(path: string, env: Environment): ImportedSkillopt {
  const file = readSkilloptFile(path);
  for (const key of file.unread()) {
    if (refusedKeys[key] !== undefined) {
      throw new Fault('cli/skillopt-key', `${path}: ${key} is not taken over: ${refusedKeys[key]}`);
    }
  }
  const config: Part = { ...originalRules };
  for (const [key, take] of Object.entries(settingKeys)) {
    const value = file.value(key);
    if (value !== undefined) Object.assign(config, take(value));
  }
  if (config['updateMode'] === 'full_rewrite_minibatch') config['editBudgetControl'] = 'none';
  Object.assign(config, tasksOf(file));
  const roles = rolesOf(file, env);
  Object.assign(config, roles.config);
  const seed = file.number('seed') ?? 42;
  const trainSize = file.number('train_size') ?? 0;
  const artefacts = file.text('out_root');
  const named = (file.text('env') ?? file.text('name') ?? '').toLowerCase();
  return {
    config: checked(config, path),
    seed,
    trainSize,
    adapted: adaptedEnvironments.has(named) ? named : undefined,
    artefacts,
    secrets: roles.secrets,
    notes: notesOf(file, path),
  };
}

/** @source spec/trainer §1.1 */
export function requireTrainSize({ trainSize }: ImportedSkillopt, world: SkillWorld): void {
  const loaded = world.tasks('train').length;
  if (trainSize <= 0 || trainSize === loaded) return;
  throw new Fault('cli/skillopt-key', `train_size is ${trainSize}, but there are ${loaded} training tasks`);
}

/** Games and workbooks are played by programs of their own: the file says how to train, an adapter where. */
export function requireAdapter({ adapted }: ImportedSkillopt, tasks: unknown): void {
  if (adapted === undefined || isEnvironment(tasks)) return;
  throw new Fault('cli/skillopt-key', `env: ${adapted} is a program of its own, which an adapter has to bring`, {
    hint: `Write tasks: defineEnvironment({ … }) of pawl/skill into the section train of a pawl.config.ts, with loadTasks for the split folder, and give both files: --from-skillopt FILE --config pawl.config.ts.`,
    details: { env: adapted },
  });
}

/** What the original does where its file says nothing: one trial per step, every idea used, its shipped defaults. */
const originalRules: Part = {
  epochs: 4,
  batchSize: 40,
  editBudget: 4,
  minEditBudget: 2,
  editBudgetRule: 'cosine',
  failBelow: 1e-9,
  slowUpdate: true,
  slowUpdateGate: 'force',
  metaSkill: true,
  consolidateAbove: 0,
  gate: { kind: 'strict' },
  splitSeed: 42,
  split: [2, 1, 7],
  search: {
    pool: 1,
    proposers: ['edits'],
    patience: 0,
    restarts: 0,
    creditTasks: 0,
    draftSteps: 1,
    readings: 1,
    votes: 1,
  },
};

function tasksOf(file: SkilloptFile): Part {
  const mode = file.text('split_mode') ?? (file.text('split_dir') === undefined ? 'ratio' : 'split_dir');
  if (mode !== 'ratio' && mode !== 'split_dir') {
    throw new Fault('cli/skillopt-key', `split_mode: expected ratio or split_dir, got ${mode}`);
  }
  const tasks = file.text(mode === 'ratio' ? 'data_path' : 'split_dir');
  if (tasks === undefined && mode === 'split_dir') {
    throw new Fault('cli/skillopt-key', 'split_mode: split_dir needs the key split_dir');
  }
  return tasks === undefined ? {} : { tasks };
}

function rolesOf(file: SkilloptFile, env: Environment): { config: Part; secrets: ImportedSkillopt['secrets'] } {
  const backends = backendsOf(file);
  const optimizer = modelOf('optimizer', backends.optimizer, file, env);
  const target =
    backends.target === 'codex' || backends.target === 'claude-code'
      ? { config: agentRole(backends.target, file), secrets: {} }
      : targetRole(modelOf('target', backends.target, file, env), file);
  return {
    config: { ...target.config, ...(optimizer === undefined ? {} : { optimizer: optimizer.settings }) },
    secrets: { ...optimizer?.secrets, ...target.secrets },
  };
}

function agentRole(name: 'codex' | 'claude-code', file: SkilloptFile): Part {
  const agent = agentOf(name, file);
  const showsTranscripts = name === 'codex' ? isOn(file.value('codex_trace_to_optimizer') ?? true) : true;
  return { agent, showsTranscripts, target: `${name === 'codex' ? 'openai' : 'anthropic'}:${agent.model}` };
}

/** The target's limit of tokens is the run's own: what the run asks for goes before what a model is set to. */
function targetRole(
  model: ImportedModel | undefined,
  file: SkilloptFile,
): { config: Part; secrets: ImportedSkillopt['secrets'] } {
  if (model === undefined) return { config: {}, secrets: {} };
  const { maxTokens, ...settings } = model.settings;
  const timeoutSeconds = settings.timeoutSeconds ?? file.number('exec_timeout');
  return {
    config: {
      target: { ...settings, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) },
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    secrets: model.secrets,
  };
}

function notesOf(file: SkilloptFile, path: string): readonly string[] {
  const unread = file.unread();
  const known = (key: string): boolean => notedKeys[key] !== undefined || conditionalKeys.has(key);
  const unknown = unread.find((key) => !known(key));
  if (unknown !== undefined) {
    throw new Fault('cli/skillopt-key', `${path}: ${unknown} is no key of the trainer`, { details: { key: unknown } });
  }
  const idle = unread.filter((key) => conditionalKeys.has(key)).join(', ');
  return [
    ...unread.flatMap((key) => (notedKeys[key] === undefined ? [] : [`${key} changes nothing: ${notedKeys[key]}`])),
    ...(idle === '' ? [] : [`no role has the backend or the mode that these keys belong to: ${idle}`]),
  ];
}

function checked(config: Part, path: string): TrainConfig {
  const parsed = TrainConfig.safeParse(config);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Fault('config/invalid', `${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}
