import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { isSafePath } from '#learners/skill/document';
import type { Shell } from '../command.ts';

/** Writes the best skill of a run beside its workspace; the skill that was trained is left alone until `pawl adopt`. */
export function writeBest(skill: SkillFiles, run: string, shell: Shell): string {
  const folder = join(shell.workspace, 'skills', run);
  for (const [path, text] of Object.entries(skill)) {
    const shown = shell.mask(text);
    if (shown !== text) shell.note(`A key that this command uses was taken out of ${JSON.stringify(path)}.`);
    if (isSafePath(path)) shell.writeFile(placeIn(folder, path), shown);
    else shell.note(`Left out, because it is no name of a file in a skill: ${JSON.stringify(path.slice(0, 80))}`);
  }
  return folder;
}

/** Where a file of a skill belongs below a folder; a fault where that is elsewhere, by its name or by a link on the way. */
export function placeIn(folder: string, path: string): string {
  const place = join(folder, path);
  if (!isSafePath(path) || isLinkedOut(resolve(folder), resolve(place))) {
    throw new Fault('skill/bad-path', `${JSON.stringify(path.slice(0, 200))} would be written outside of ${folder}`, {
      details: { folder, path },
    });
  }
  return place;
}

function isLinkedOut(folder: string, place: string): boolean {
  if (!existsSync(folder)) return false;
  let parent = place;
  while (!existsSync(parent)) parent = dirname(parent);
  const [home, real] = [realpathSync(folder), realpathSync(parent)];
  return real !== home && !real.startsWith(`${home}${sep}`);
}
