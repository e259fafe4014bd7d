import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Progress } from '#foundation/contracts/ports';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { Fault, isRecord } from '#foundation/kernel';
import * as ownModule from '#app/api/tasks';
import { checkTemplate, type TemplateCheck } from '#tasks/define';
import { findAmong } from '#tasks/registry';
import type { Shell } from '../command.ts';
import { shapeFindings } from './template-shape.ts';

/** The flag of every command that takes templates of the user's own. */
export const tasksFlag = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .optional();

/** The files of the flag, as they lie on disk. */
export function filesOfFlag(asked: readonly string[] | undefined, shell: Pick<Shell, 'folder'>): string[] {
  return (asked ?? []).map((path) => resolve(shell.folder, path));
}

/** Loads files whose default export is a template, or a list of them, under names that are not taken. `pawl/tasks` is this program's own. */
export async function loadOwnTemplates(paths: readonly string[]): Promise<AnyTemplate[]> {
  const found: AnyTemplate[] = [];
  for (const path of paths) {
    if (!existsSync(path)) throw new Fault('cli/cannot-read', `there is no ${path}`, { details: { path } });
    const { createJiti } = await import('jiti');
    const jiti = createJiti(import.meta.url, {
      moduleCache: false,
      virtualModules: { 'pawl/tasks': { ...ownModule } },
    });
    const loaded: unknown = await blaming(path, async () => jiti.import(path, { default: true }));
    for (const each of Array.isArray(loaded) ? loaded : [loaded]) found.push(requireTemplate(each, path));
  }
  findAmong(found);
  return found;
}

/** Where this program's own code lies. */
const ours = ['src/', 'dist/', 'node_modules/'].map((folder) =>
  fileURLToPath(new URL(`../../../../${folder}`, import.meta.url)),
);

/** Runs code of the user's own: what it throws is theirs, and says where. */
async function blaming<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at .*[\\/]/.test(line));
    const place = places.find((line) => !line.includes('node:') && !ours.some((folder) => line.includes(folder)));
    const where = place === undefined ? '' : `, ${place.trim()}`;
    throw new Fault('cli/bad-template', `${what}: ${error.message.trim()}${where}`, { cause: error });
  }
}

function requireTemplate(value: unknown, path: string): AnyTemplate {
  const wrong = isRecord(value) ? shapeFindings(value) : ['it is no object'];
  if (wrong.length > 0) {
    throw new Fault('cli/bad-template', `${path}: the default export is no template: ${wrong.join('; ')}`, {
      details: { wrong },
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are there, and what it does is checked by the laws below
  return value as AnyTemplate;
}

/** Instances per level on which the laws are tried before anything is learnt. */
const INSTANCES = 40;

/** Holds own templates to the laws that built-in ones keep: oracle, verifier and environment agree. */
export async function requireLaws(templates: readonly AnyTemplate[], shell: Pick<Shell, 'progress'>): Promise<void> {
  if (templates.length === 0) return;
  const progress = shell.progress('laws of tasks');
  try {
    for (const template of templates) await requireLawful(template, progress.update);
  } finally {
    progress.end();
  }
}

async function requireLawful(template: AnyTemplate, progress: Progress): Promise<void> {
  const { findings } = await checkOwn(template, INSTANCES, { now: () => performance.now() }, progress);
  const [first] = findings;
  if (first === undefined) return;
  throw new Fault('cli/bad-template', `${template.name} breaks a law of tasks: ${first}`, {
    hint: 'See docs/guide/own-template.md; `pawl tasks check --tasks FILE` lists all that is wrong.',
    details: { findings },
  });
}

/** Checks a template of the user's own; what its code throws is a fault with the place. */
export function checkOwn(...asked: Parameters<typeof checkTemplate>): Promise<TemplateCheck> {
  return blaming(asked[0].name, async () => checkTemplate(...asked));
}
