import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';

type Flat = Record<string, unknown>;

/** The keys of a config file by their flat names. What nobody asked for can be told at the end, so that nothing is dropped unseen. */
export interface SkilloptFile {
  /** The first of these names that has a value; a blank counts as none. All of them count as asked for. */
  text(...names: readonly string[]): string | undefined;
  value(...names: readonly string[]): unknown;
  number(...names: readonly string[]): number | undefined;
  /** Keys with a value that nobody asked for. */
  unread(): readonly string[];
}

/** A file with its `_base_` files below it, structured and flat spellings alike. */
export function readSkilloptFile(path: string): SkilloptFile {
  const entries = Object.entries(flatten(readWithBase(path, new Set())));
  const values = new Map(entries.filter(([, value]) => value !== '' && value !== null && value !== undefined));
  const asked = new Set<string>();
  const value = (...names: readonly string[]): unknown => {
    for (const name of names) asked.add(name);
    return values.get(names.find((name) => values.has(name)) ?? '');
  };
  const text = (...names: readonly string[]): string | undefined => {
    const found = value(...names);
    return found === undefined ? undefined : textOf(found);
  };
  return {
    value,
    text,
    number(...names) {
      const found = text(...names);
      if (found === undefined || /^(none|null)$/i.test(found)) return undefined;
      const number = Number(found);
      if (Number.isFinite(number)) return number;
      throw new Fault('cli/skillopt-key', `${names[0]}: expected a number, got ${found}`);
    },
    unread: () => [...values.keys()].filter((name) => !asked.has(name)),
  };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

export function isOn(value: unknown): boolean {
  return value === true || value === 1 || /^(true|yes|on|1)$/i.test(textOf(value));
}

const Keys = z.record(z.string(), z.unknown()).and(z.object({ _base_: z.string().optional() }));

function readWithBase(path: string, seen: Set<string>): Flat {
  const file = resolve(path);
  if (seen.has(file)) throw new Fault('cli/skillopt-key', `${file} names itself as its base`);
  seen.add(file);
  const own = Keys.safeParse(readYaml(file) ?? {});
  if (!own.success) {
    const [issue] = own.error.issues;
    throw new Fault(
      'cli/skillopt-key',
      `${file}: ${['', ...(issue?.path ?? [])].join('.')} ${issue?.message ?? ''}`.trim(),
    );
  }
  const { _base_: base, ...rest } = own.data;
  return base === undefined ? rest : deepMerge(readWithBase(resolve(dirname(file), base), seen), rest);
}

function readYaml(file: string): unknown {
  try {
    // YAML 1.1 would read an unquoted 2:1:7 as a number; 1.2 leaves it a text. To write it as JSON refuses an anchor inside itself.
    const value: unknown = parse(readFileSync(file, 'utf8'), { logLevel: 'error' });
    JSON.stringify(value);
    return value;
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
