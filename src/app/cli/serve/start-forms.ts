import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { StartAsked, StartField, StartForm } from '#app/server';
import type { Command } from '../command.ts';
import { type Flag, flagsOf } from '../flags.ts';

/** Commands with a form, and which texts it may give; numbers, switches and choices of a command are all in its form. */
const forms = {
  train: { texts: ['model'], file: undefined, load: async () => (await import('../commands/train.ts')).trainCommand },
  learn: { texts: ['answer'], file: 'table', load: async () => (await import('../commands/learn.ts')).learnCommand },
  evolve: {
    texts: ['domains', 'templates', 'levels', 'budget'],
    file: undefined,
    load: async () => (await import('../commands/evolve.ts')).evolveCommand,
  },
  selfplay: { texts: [], file: undefined, load: async () => (await import('../commands/selfplay.ts')).selfPlayCommand },
} as const;

/** Flags that are no question for a form: they go on with another run, ask another machine, or make none. */
const never = /^(?:queue|resume|continue|dryRun|batch|check|predict|export|run$|out$|without|planted|tasks)/u;

/** Words that a text may be made of: no path, no flag, nothing that a shell or a program would read otherwise. */
const harmless = /^[\p{L}\p{N}_][\p{L}\p{N}_ .:,@+-]*$/u;

/** Files that are looked at for the lists of a form, and how deep. */
const MOST_ENTRIES = 5000;
const DEEPEST = 4;

/** The forms from which the dashboard starts runs, made from the flags and the config's schema of each command. */
export async function startForms(folder: string): Promise<StartForm[]> {
  const files = filesBelow(folder);
  const configs = files.filter((file) => /(?:^|\/)pawl\.config\.(?:ts|js|mjs|json|ya?ml)$/u.test(file));
  const tables = files.filter((file) => /\.(?:csv|jsonl)$/u.test(file));
  return Promise.all(
    Object.entries(forms).map(async ([command, { texts, file, load }]) => {
      const own: Command = await load();
      const fields = [
        ...flagsOf(own.flags).flatMap((flag) => fieldOf(flag, texts, 'flag')),
        ...('set' in own.flags.shape && own.settings !== undefined
          ? flagsOf(own.settings).flatMap((flag) => fieldOf(flag, [], 'setting'))
          : []),
      ];
      const isConfigured = own.settings !== undefined;
      return { command, configs: isConfigured ? configs : [], files: file === undefined ? [] : tables, fields };
    }),
  );
}

function fieldOf(flag: Flag, texts: readonly string[], place: StartField['place']): StartField[] {
  const { field, says, allowed, kind } = flag;
  if (never.test(field)) return [];
  const options = /^one of (.+)$/u.exec(allowed)?.[1]?.split(', ') ?? [];
  const isText = kind === 'text' && options.length === 0;
  if ((kind === 'list' || isText) && !texts.includes(field)) return [];
  const known = z.union([z.string(), z.number(), z.boolean()]).safeParse(flag.preset);
  const preset = known.success ? String(known.data) : null;
  return [{ name: field, place, kind: kind === 'list' ? 'text' : kind, says, allowed, options, preset }];
}

/**
 * The command line of a filled form. Each value is one word behind the name of its flag, so that none is taken for a flag, and no shell
 * reads it; a file is one of those that the form listed, so that none lies outside the folder.
 */
export function startLine(form: StartForm | undefined, { command, config, file, values }: StartAsked): string[] {
  const refuse = (why: string): never => {
    throw new Fault('cli/usage', why);
  };
  if (form === undefined) return refuse(`'${command}' has no form`);
  if (config !== undefined && !form.configs.includes(config)) return refuse('the config is none of this folder');
  if (file !== undefined && !form.files.includes(file)) return refuse('the file is none of this folder');
  if (form.command === 'learn' && file === undefined) return refuse('choose the table to learn from');
  const words = Object.entries(values).flatMap(([name, value]) => {
    const field = form.fields.find((one) => one.name === name) ?? refuse(`'${name}' is not asked`);
    if (!isFit(field, value)) return refuse(`${name}: '${value}' does not fit; ${field.allowed || 'a plain word'}`);
    const long = `--${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    if (field.place === 'setting') return [`--set=${name}=${value}`];
    if (field.kind === 'boolean') return [value === 'true' ? long : long.replace('--', '--no-')];
    return [`${long}=${value}`];
  });
  return [
    form.command,
    ...(file === undefined ? [] : [`./${file}`]),
    ...words,
    ...(config === undefined ? [] : [`--config=${config}`]),
  ];
}

function isFit({ kind, options }: StartField, value: string): boolean {
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (kind === 'boolean') return value === 'true' || value === 'false';
  return options.length > 0 ? options.includes(value) : harmless.test(value);
}

/** Files below a folder by their paths in it; links are not followed, and what is hidden or installed is left out. */
function filesBelow(folder: string): string[] {
  const found: string[] = [];
  let seen = 0;
  const walk = (path: string, depth: number): void => {
    for (const name of readdirSync(join(folder, path)).toSorted()) {
      seen += 1;
      if (seen > MOST_ENTRIES || name.startsWith('.') || name === 'node_modules') continue;
      const inner = path === '' ? name : `${path}/${name}`;
      const stat = lstatSync(join(folder, inner));
      if (stat.isFile()) found.push(inner);
      else if (stat.isDirectory() && depth < DEEPEST) walk(inner, depth + 1);
    }
  };
  walk('', 0);
  return found;
}
