import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { isSkillText, skillRoots } from '../read-skill.ts';

/** The skill at a path as it was at a commit, branch or tag of the repository around it. */
export function skillAtRef(path: string, ref: string): SkillFiles {
  const folder = existsSync(path) && statSync(path).isDirectory() ? path : dirname(path);
  // Seen from the folder of the skill itself; git resolves links on its own.
  const names = git(folder, ['ls-tree', '-r', '--name-only', ref, '.']).split('\n').filter(Boolean);
  if (path === folder && !names.includes('SKILL.md')) return setAtRef(folder, ref, names);
  const document = path === folder ? 'SKILL.md' : basename(path);
  const isPackage =
    document === 'SKILL.md' && names.some((name) => skillRoots.some((root) => name.startsWith(`${root}/`)));
  const wanted =
    isPackage || path === folder
      ? names.filter((name) => name === 'SKILL.md' || skillRoots.some((root) => name.startsWith(`${root}/`)))
      : names.filter((name) => name === document);
  if (!wanted.includes(document)) {
    throw new Fault('cli/cannot-read', `there is no ${relative(process.cwd(), path) || document} at ${ref}`, {
      details: { path, ref },
    });
  }
  const texts = wanted.filter(isSkillText).map((name) => [name, git(folder, ['show', `${ref}:./${name}`])] as const);
  return Object.fromEntries(texts.map(([name, text]) => [name === document ? 'SKILL.md' : name, text]));
}

/** A set of skills: the folders that hold a SKILL.md, under a blank document. */
function setAtRef(folder: string, ref: string, names: readonly string[]): SkillFiles {
  const skills = names.flatMap((name) => /^([^/]+)\/SKILL\.md$/.exec(name)?.[1] ?? []);
  const isPart = (name: string): boolean =>
    skills.some((skill) => ['SKILL.md', ...skillRoots].some((root) => `${name}/`.startsWith(`${skill}/${root}/`)));
  if (skills.length === 0) throw new Fault('cli/cannot-read', `there is no SKILL.md in ${folder} at ${ref}`);
  const texts = names.filter((name) => isPart(name) && isSkillText(name));
  return {
    ...Object.fromEntries(texts.map((name) => [name, git(folder, ['show', `${ref}:./${name}`])])),
    'SKILL.md': '',
  };
}

/** Runs git without a shell; a name that looks like an option is refused by `--end-of-options`. */
function git(folder: string, [command = '', ...args]: readonly string[]): string {
  try {
    return execFileSync('git', ['-C', folder, command, ...endOptions(command, args)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1_048_576,
    });
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    throw new Fault('cli/cannot-read', `git cannot show ${args.at(-1)}: ${said.split('\n')[0]}`, {
      cause,
      hint: 'Name a skill file or folder, or a branch, tag or commit that this repository has (in CI: fetch-depth: 0).',
    });
  }
}

function endOptions(command: string, args: readonly string[]): readonly string[] {
  const options = args.filter((arg) => arg === '-r' || arg === '--name-only');
  const rest = args.filter((arg) => arg !== '-r' && arg !== '--name-only');
  return command === 'show' ? ['--end-of-options', ...rest] : [...options, '--end-of-options', ...rest];
}
