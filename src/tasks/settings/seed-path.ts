import { Fault } from '#foundation/kernel';
import type { Json } from '#foundation/contracts';
import type { AnyTemplate, ParamRange, Params } from '#foundation/contracts/tasks';
import { checkParams } from '../define/param-range.ts';

/** Where each split's indices begin; a split ends where the next begins. */
const SPLIT_SIZE = 1_000_000_000;
export const splits = {
  train: { low: 0, high: SPLIT_SIZE - 1 },
  validation: { low: SPLIT_SIZE, high: 2 * SPLIT_SIZE - 1 },
  test: { low: 2 * SPLIT_SIZE, high: 3 * SPLIT_SIZE - 1 },
} as const;

/** Which part of a family an index belongs to: learn on train, choose on validation, report on test. */
export type Split = keyof typeof splits;

/**
 * A level with overrides: `setting` is its text in a seed path (`3`, or `3,partial_obs=1`), and everything drawn under
 * one setting shares one frozen `params`.
 */
export interface Setting {
  readonly level: number;
  readonly setting: string;
  readonly params: Params;
}

/** The parameters of a level, with some replaced. */
export function settingOf(template: AnyTemplate, level = 1, overrides: Params = {}): Setting {
  const base = template.levels[level - 1];
  if (base === undefined) {
    const count = template.levels.length;
    throw new Fault('tasks/bad-level', `${template.name}: level is ${level}, must be a whole number in [1, ${count}]`, {
      details: { field: 'level', allowed: `[1, ${count}]` },
    });
  }
  const names = Object.keys(overrides).sort();
  const params = names.length === 0 ? base : Object.freeze({ ...base, ...overrides });
  if (names.length > 0) checkParams(template, params);
  const setting = [String(level), ...names.map((name) => `${name}=${paramText(overrides[name])}`)].join(',');
  return { level, setting, params };
}

/** Reads `3` or `3,size=7,reward=goal`. */
export function parseSetting(template: AnyTemplate, text: string): Setting {
  const [levelText = '', ...rest] = text.split(',');
  const overrides: Record<string, Json> = {};
  for (const part of rest) {
    const at = part.indexOf('=');
    if (at < 1)
      throw new Fault('tasks/bad-param', `${template.name}: expected name=value, got ${JSON.stringify(part)}`);
    const name = part.slice(0, at);
    overrides[name] = parseParam(template.params[name], part.slice(at + 1));
  }
  return settingOf(template, parseWhole(levelText), overrides);
}

/** A parameter's value from its text in a path or on a command line; what does not fit stays text and is refused later. */
function parseParam(range: ParamRange | undefined, text: string): Json {
  if (range?.kind === 'choice') {
    return range.values.find((value) => paramText(value) === text) ?? text;
  }
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? Number(text) : text;
}

function paramText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** A whole number, or NaN. */
function parseWhole(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A seed as it stands in paths. */
export function checkSeed(seed: string | number): string {
  const text = String(seed);
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(text)) {
    throw new Fault('tasks/bad-seed', `seed is ${JSON.stringify(text)}, must be 1 to 64 of A-Z a-z 0-9 . _ -`, {
      details: { field: 'seed' },
    });
  }
  return text;
}

/** The absolute index of the i-th task of a split. */
export function checkIndex(index: number, split: Split | undefined): number {
  const { low, high } = split === undefined ? { low: 0, high: splits.test.high } : splits[split];
  const absolute = low + index;
  if (!(Number.isInteger(index) && index >= 0 && absolute <= high)) {
    throw new Fault('tasks/bad-index', `index is ${index}, must be a whole number in [0, ${high - low}]`, {
      details: { field: 'index', allowed: `[0, ${high - low}]` },
    });
  }
  return absolute;
}

/** The parts of `TEMPLATE/SETTING/SEED/INDEX`; a composed name has no slash. */
export function splitSeedPath(path: string): { name: string; setting: string; seed: string; index: number } {
  const parts = path.split('/');
  const [name, setting, seed, index] = parts;
  if (parts.length !== 4 || !name || !setting || !seed || !index || Number.isNaN(parseWhole(index))) {
    throw new Fault('tasks/bad-seed-path', `seedPath is ${JSON.stringify(path)}`, { details: { field: 'seedPath' } });
  }
  return { name, setting, seed: checkSeed(seed), index: parseWhole(index) };
}
