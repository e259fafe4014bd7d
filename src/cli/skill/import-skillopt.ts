import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { Fault } from '#kernel';
import { modelOf, refusedKeys, skilloptKeys } from './skillopt-keys.ts';
import { TrainConfig } from './train-config.ts';

type Flat = Record<string, unknown>;

/**
 * A config file of SkillOpt as one of ours: `_base_` files first, structured and flat spellings alike. Every key of its trainer is
 * taken over or has no meaning here, as the table says; keys of its environments and of its sleep engine are refused by name.
 */
export function importSkillopt(path: string): TrainConfig {
  const flat = flatten(readWithBase(path, new Set()));
  const config: Flat = { ...originalRules };
  for (const [key, value] of Object.entries(flat)) {
    const refused = refusedKeys[key];
    if (refused !== undefined) throw new Fault('cli/skillopt-key', `${path}: ${key} is not taken over: ${refused}`);
    const take = skilloptKeys[key];
    if (take === undefined)
      throw new Fault('cli/skillopt-key', `${path}: ${key} is no key of the trainer`, { details: { key } });
    if (value !== '' && value !== null) merge(config, take(value));
  }
  const backend = (role: string): unknown => flat[`${role}_backend`] ?? flat['model_backend'] ?? flat['backend'];
  for (const role of ['optimizer', 'target']) {
    if (config[role] !== undefined) config[role] = modelOf(config[role], backend(role));
  }
  if (config['updateMode'] === 'full_rewrite_minibatch') config['editBudgetControl'] = 'none';
  const parsed = TrainConfig.safeParse(config);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Fault('config/invalid', `${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** What the original does where its file says nothing: one trial per step, every idea used, its shipped defaults. */
const originalRules: Flat = {
  epochs: 4,
  batchSize: 40,
  editBudget: 4,
  minEditBudget: 2,
  editBudgetRule: 'cosine',
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

function readWithBase(path: string, seen: Set<string>): Flat {
  const file = resolve(path);
  if (seen.has(file)) throw new Fault('cli/skillopt-key', `${file} names itself as its base`);
  seen.add(file);
  const own = z.record(z.string(), z.unknown()).parse(readYaml(file) ?? {});
  const { _base_: base, ...rest } = own;
  if (base === undefined) return rest;
  return deepMerge(readWithBase(resolve(dirname(file), z.string().parse(base)), seen), rest);
}

function readYaml(file: string): unknown {
  try {
    // YAML 1.1 would read an unquoted 2:1:7 as a number; 1.2 leaves it a text.
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Fault('config/unreadable', `cannot read ${file}`, { cause, details: { path: file } });
  }
}

function deepMerge(below: Flat, above: Flat): Flat {
  const merged: Flat = { ...below };
  for (const [key, value] of Object.entries(above)) {
    merged[key] = isFlat(value) && isFlat(merged[key]) ? deepMerge(merged[key], value) : value;
  }
  return merged;
}

function isFlat(value: unknown): value is Flat {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sections carry no meaning of their own: `train.batch_size` and `batch_size` are one key. */
function flatten(config: Flat): Flat {
  const flat: Flat = {};
  for (const [key, value] of Object.entries(config)) {
    if (isFlat(value)) Object.assign(flat, flatten(value));
    else flat[key] = value;
  }
  return flat;
}

function merge(config: Flat, part: Flat): void {
  for (const [key, value] of Object.entries(part)) {
    config[key] = isFlat(value) && isFlat(config[key]) ? { ...config[key], ...value } : value;
  }
}
