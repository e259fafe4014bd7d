import { join } from 'node:path';
import type { SkillFiles } from '#contracts';
import type { Shell } from '../command.ts';

/** Writes the best skill of a run beside its workspace; the skill that was trained is left alone until `pawl adopt`. */
export function writeBest(skill: SkillFiles, run: string, shell: Shell): string {
  const folder = join(shell.workspace, 'skills', run);
  for (const [path, text] of Object.entries(skill)) shell.writeFile(join(folder, path), text);
  return folder;
}
