import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { skillNames } from '#learners/skill/document';
import { fieldsOf, readFields } from './json-fields.ts';

const textFile = /\.(md|txt|json|ya?ml|csv|ts|js|mjs|py|sh)$/;

/** Folders that belong to a skill, beside its SKILL.md. */
export const skillRoots: readonly string[] = ['references', 'scripts'];

/** Whether a file of a skill is text; others, such as images, are left where they are. */
export function isSkillText(path: string): boolean {
  return textFile.test(path);
}

/**
 * The skill at a path: a folder with SKILL.md, that file itself with what lies beside it, or any one text file; or a folder of such
 * folders, which is a set of skills under a blank document. Missing means blank.
 */
export function readSkill(path: string): SkillFiles {
  if (!existsSync(path)) return { 'SKILL.md': '' };
  if (statSync(path).isDirectory()) return existsSync(join(path, 'SKILL.md')) ? readFolder(path) : readSet(path);
  if (path.endsWith('SKILL.md') && isPackage(dirname(path))) return readFolder(dirname(path));
  return { 'SKILL.md': readText(path) };
}

function readSet(folder: string): SkillFiles {
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'SKILL.md')))
    .sort();
  const files = names.flatMap((name) =>
    Object.entries(readFolder(join(folder, name))).map(([path, text]) => [`${name}/${path}`, text] as const),
  );
  return { ...Object.fromEntries(files), 'SKILL.md': '' };
}

function isPackage(folder: string): boolean {
  return skillRoots.some((name) => existsSync(join(folder, name)));
}

function readFolder(folder: string): SkillFiles {
  const files: Record<string, string> = {};
  const roots = ['SKILL.md', ...skillRoots].filter((name) => existsSync(join(folder, name)));
  for (const root of roots) {
    for (const path of filesUnder(join(folder, root), realpathSync(folder))) {
      if (isSkillText(path)) files[relative(folder, path).replaceAll('\\', '/')] = readText(path);
    }
  }
  return { ...files, 'SKILL.md': files['SKILL.md'] ?? '' };
}

/** Links are followed only within the skill, and never into a folder: what lies outside is no part of it, and a loop has no end. */
function filesUnder(path: string, skill: string): string[] {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return isFileWithin(path, skill) ? [path] : [];
  if (!found.isDirectory()) return found.isFile() ? [path] : [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name), skill));
}

function isFileWithin(link: string, skill: string): boolean {
  try {
    const real = realpathSync(link);
    return real.startsWith(`${skill}${sep}`) && statSync(real).isFile();
  } catch {
    // It leads nowhere, or in a circle.
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Fault('cli/cannot-read', `cannot read ${path}`, { details: { path }, cause });
  }
}

/** What is trained, as the configuration says it: a path, or texts of a JSON file. */
export type SkillPlace = string | { readonly file: string; readonly fields: readonly string[] };

/** The file or folder of what is trained. */
export function fileOf(place: SkillPlace = 'SKILL.md'): string {
  return typeof place === 'string' ? place : place.file;
}

/** What is trained, read at its path: a skill, any text file, or fields of a JSON file. */
export function readPlace(path: string, place: SkillPlace | undefined): SkillFiles {
  return typeof place === 'object' ? readFields(readText(path), path, place.fields) : readSkill(path);
}

/** What is at a path now, read in the way that a skill from there was. */
export function readLike(path: string, skill: SkillFiles): SkillFiles {
  return isOfFields(path, skill) ? readFields(readText(path), path, fieldsOf(skill)) : readSkill(path);
}

/** Whether a skill is of fields of the JSON file at a path: elsewhere several skills are a folder. */
export function isOfFields(path: string, skill: SkillFiles): boolean {
  return path.endsWith('.json') && skillNames(skill).length > 0;
}

/** Where the files of a skill at a path belong: its document, and the folder of the rest. */
export function skillFolder(path: string): { readonly document: string; readonly folder: string } {
  const isFolder = existsSync(path) ? statSync(path).isDirectory() : extname(path) === '';
  return isFolder ? { document: join(path, 'SKILL.md'), folder: path } : { document: path, folder: dirname(path) };
}
