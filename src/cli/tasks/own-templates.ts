import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Progress } from '#contracts/ports';
import type { AnyTemplate } from '#contracts/tasks';
import { Fault, isRecord } from '#kernel';
import * as ownModule from '#api/tasks';
import { checkTemplate } from '#tasks/define';
import { addTemplates } from '#tasks/registry';
import type { Shell } from '../command.ts';

/** The flag of every command that takes templates of the user's own. */
export const tasksFlag = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .optional();

/** The files of the flag, as they lie on disk. */
export function filesOfFlag(asked: readonly string[] | undefined, shell: Pick<Shell, 'folder'>): string[] {
  return (asked ?? []).map((path) => resolve(shell.folder, path));
}

/** What a template cannot do without. */
const needed = [
  'generate',
  'start',
  'oracle',
  'optimum',
  'verify',
  'bits',
  'text',
  'params',
  'levels',
  'difficulty',
] as const;

/** Loads files whose default export is a template, or a list of them, and makes them known by name. `pawl/tasks` is this program's own. */
export async function loadOwnTemplates(paths: readonly string[]): Promise<AnyTemplate[]> {
  const found: AnyTemplate[] = [];
  for (const path of paths) {
    if (!existsSync(path)) throw new Fault('cli/cannot-read', `there is no ${path}`, { details: { path } });
    const { createJiti } = await import('jiti');
    const jiti = createJiti(import.meta.url, {
      moduleCache: false,
      virtualModules: { 'pawl/tasks': { ...ownModule } },
    });
    const loaded: unknown = await jiti.import(path, { default: true });
    for (const each of Array.isArray(loaded) ? loaded : [loaded]) found.push(requireTemplate(each, path));
  }
  addTemplates(found);
  return found;
}

function requireTemplate(value: unknown, path: string): AnyTemplate {
  const missing = isRecord(value) ? needed.find((name) => value[name] === undefined) : 'everything';
  if (missing !== undefined) {
    throw new Fault('cli/bad-template', `${path}: the default export is no template, it lacks ${missing}`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it does is checked by the laws below
  return value as AnyTemplate;
}

/** Instances per level on which the laws are tried before anything is learnt. */
const INSTANCES = 40;

/** Holds own templates to the laws that built-in ones keep: oracle, verifier and environment agree. */
export function requireLaws(templates: readonly AnyTemplate[], shell: Pick<Shell, 'progress'>): void {
  if (templates.length === 0) return;
  const progress = shell.progress('laws of tasks');
  try {
    for (const template of templates) requireLawful(template, progress.update);
  } finally {
    progress.end();
  }
}

function requireLawful(template: AnyTemplate, progress: Progress): void {
  const { findings } = checkTemplate(template, INSTANCES, { now: () => performance.now() }, progress);
  const [first] = findings;
  if (first === undefined) return;
  throw new Fault('cli/bad-template', `${template.name} breaks a law of tasks: ${first}`, { details: { findings } });
}
