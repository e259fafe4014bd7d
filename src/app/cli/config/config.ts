import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { Command } from '../command.ts';
import type { LazyCommand } from '../lazy-command.ts';
import { flagsOf } from '../flags.ts';
import { nearestName } from '../nearest.ts';
import { Quota } from '../runs/quota-size.ts';
import { findConfigFile, readConfigFile } from './config-file.ts';

/** What the config file decides: each part holds only what was written there. */
export interface Config {
  readonly seed?: number;
  readonly workspace?: string;
  /** Address of a store in PostgreSQL, or `env:NAME`. */
  readonly store?: string;
  /** Bytes that the workspace may take. */
  readonly quota?: number;
  /** Where the file lies, if there is one. */
  readonly folder?: string;
  readonly path?: string;
  /** Values for the flags of a command, by the command's name. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const shared = {
  seed: z.int().optional().describe('seed of every command that takes one'),
  workspace: z.string().min(1).optional().describe('where runs are stored, relative to the file'),
  store: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PostgreSQL database for the runs, instead of a file in the workspace: postgres://user@host/name, env:NAME',
    ),
  quota: Quota.optional().describe('most that the workspace may take, in bytes or such as 5GB'),
};

const aNumber = z.unknown().refine((value) => typeof value === 'number', 'expected a number');

type Section = z.ZodType<Record<string, unknown> | undefined>;

/** A command's flags and settings as a section: none is required, and no other key is allowed. */
function sectionOf({ flags, settings }: Pick<Command, 'flags' | 'settings'>): Section {
  const numbers = new Set(flagsOf(flags).flatMap(({ field, kind }) => (kind === 'number' ? [field] : [])));
  const shape = Object.entries(flags.shape).map(([name, schema]): [string, z.core.$ZodType] => [
    name,
    // A flag that coerces what is typed would take `true` for 1 here.
    z.optional(numbers.has(name) ? aNumber.pipe(schema) : schema),
  ]);
  return z.strictObject({ ...settings?.shape, ...Object.fromEntries(shape) }).optional();
}

/**
 * The schema of a config file: shared keys, and one section for each command that reads the config. Only commands of whose section
 * something was written are loaded: all of them are most of the program.
 */
async function configSchema(
  commands: readonly LazyCommand[],
  written: unknown,
): Promise<z.ZodType<Record<string, unknown>>> {
  const isWritten = (name: string): boolean => typeof written === 'object' && written !== null && name in written;
  const shape: Record<string, Section | (typeof shared)[keyof typeof shared]> = { ...shared };
  for (const lazy of commands.filter(({ name, config }) => config === true && !name.includes(' '))) {
    shape[lazy.name] = isWritten(lazy.name) ? sectionOf(await lazy.load()) : z.undefined().optional();
  }
  return z.strictObject(shape);
}

const Known = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
});

/** The members of a schema: of an object, or of all forms that a value may have. */
function membersOf(node: unknown): Readonly<Record<string, unknown>> {
  const { properties, anyOf, oneOf } = Known.catch({ properties: {}, anyOf: [], oneOf: [] }).parse(node);
  const forms = [...anyOf, ...oneOf].flatMap((form) => Object.entries(membersOf(form)));
  return { ...Object.fromEntries(forms), ...properties };
}

/** Names allowed at a path of the schema. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let node: unknown = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  for (const step of path) node = membersOf(node)[String(step)];
  return Object.keys(membersOf(node));
}

/** The first thing wrong with a config file, without the value: it may be a secret. */
function configFault(path: string, issue: z.core.$ZodIssue, schema: z.ZodType): Fault {
  const place = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') {
    return new Fault('config/invalid', `${path}: ${place === '' ? '' : `${place}: `}${issue.message}`, {
      details: { path, place },
    });
  }
  const key = issue.keys[0] ?? '';
  const known = knownKeys(schema, issue.path);
  const near = nearestName(key, known);
  const hint = near === undefined ? `Known keys here: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new Fault('config/unknown-key', `${path}: unknown key ${[...issue.path, key].join('.')}`, {
    hint,
    details: { path, key, known },
  });
}

/** Reads and validates the config file, if there is one. */
export async function readConfig(
  folder: string,
  named: string | undefined,
  commands: readonly LazyCommand[],
): Promise<Config> {
  const path = findConfigFile(folder, named);
  if (path === undefined) return { sections: {} };
  // An empty file says nothing, which is allowed.
  const written = (await readConfigFile(path)) ?? {};
  const schema = await configSchema(commands, written);
  const parsed = schema.safeParse(written);
  if (!parsed.success) throw configFault(path, parsed.error.issues[0]!, schema);
  const { seed, workspace, store, quota } = z.object(shared).parse(written);
  const given = z.record(z.string(), z.unknown()).parse(written);
  const sections: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!(name in shared) && value !== undefined) sections[name] = z.record(z.string(), z.unknown()).parse(value);
  }
  return {
    sections,
    folder: dirname(path),
    path,
    ...(seed === undefined ? {} : { seed }),
    ...(quota === undefined ? {} : { quota }),
    ...(store === undefined ? {} : { store }),
    ...(workspace === undefined ? {} : { workspace: resolve(dirname(path), workspace) }),
  };
}

/** What the config gives to one command's flags: its section, and the shared seed where it takes one. */
export function configuredFlags(config: Config, name: string, flags: z.ZodObject): Readonly<Record<string, unknown>> {
  const seed = config.seed !== undefined && 'seed' in flags.shape ? { seed: config.seed } : {};
  return { ...seed, ...config.sections[name] };
}
