import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import type { Store } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { diffLines } from '../skill/diff-lines.ts';
import { readSkill, skillFolder } from '../skill/read-skill.ts';
import { placeIn } from '../skill/write-skill.ts';

/** What a run recorded of its skill when it began. */
const Started = z.object({ skill: SkillFiles, from: z.string().default('../SKILL.md') });

const Ended = z.object({
  skill: z.string(),
  open: z.string().nullable().optional(),
  simulated: z.boolean().default(false),
});

/** The best skill of a finished run, or what it left undecided. */
export function recordedSkill(
  store: Pick<Store, 'getBlob'>,
  run: Run,
  undecided: boolean,
): { readonly best: SkillFiles; readonly isSimulated: boolean } {
  const summary = Ended.safeParse(run.summary);
  if (run.loop !== 'train' || !summary.success) {
    throw new Fault('cli/usage', `${run.id} is not a finished run of train`);
  }
  const hash = undecided ? summary.data.open : summary.data.skill;
  if (hash === null || hash === undefined) {
    throw new Fault('cli/usage', `${run.id} left nothing undecided`, {
      hint: 'Take its best skill without --undecided, or train from it without --continue.',
    });
  }
  const blob = store.getBlob(hash);
  if (blob === undefined) throw new Fault('store/corrupt', `the skill of ${run.id} is not in the store`);
  const best = SkillFiles.parse(JSON.parse(new TextDecoder().decode(blob)));
  return { best, isSimulated: summary.data.simulated };
}

export const adoptCommand = defineCommand({
  name: 'adopt',
  args: [{ name: 'RUN', says: 'run id, the beginning of one, or latest', required: true }],
  flags: z.object({
    to: z
      .string()
      .optional()
      .describe('where to write: a folder or SKILL.md; where the run had its skill from unless told'),
    force: z
      .boolean()
      .default(false)
      .describe('also where the skill was changed since the run began, or where the run was a simulation'),
    undecided: z
      .boolean()
      .default(false)
      .describe('take what looked better but was not shown to be: no certificate stands behind it'),
  }),
  examples: ['pawl adopt latest', 'pawl adopt train-3f2a --to skills/tags', 'pawl adopt latest --undecided'],

  async run([asked = 'latest'], { to, force, undecided }, shell) {
    const found = await withRuns(shell, (store) => {
      const run = findRun(store, asked, 'train');
      const best = recordedSkill(store, run, undecided);
      const { skill: began, from } = Started.parse(run.config);
      return { run: run.id, began, from, ...best };
    });
    if (undecided) shell.note('No certificate stands behind this skill: it looked better, and was not shown to be.');
    if (found.isSimulated && !force) {
      throw new Fault('cli/usage', `${found.run} is a simulation: no real model has seen this skill`, {
        hint: 'Write it all the same with --force, or train with a model.',
      });
    }
    const path = to === undefined ? resolve(shell.workspace, found.from) : resolve(shell.folder, to);
    const now: SkillFiles = existsSync(path) ? readSkill(path) : {};
    const holds = (files: SkillFiles): boolean => Object.entries(files).every(([name, text]) => now[name] === text);
    if (existsSync(path) && !holds(found.began) && !holds(found.best) && !force) {
      throw new Fault('cli/usage', `${path} is not the skill that ${found.run} began with`, {
        hint: 'Look at the difference, then write it with --force, or elsewhere with --to.',
      });
    }
    const changed = Object.entries(found.best).filter(([name, text]) => now[name] !== text);
    const backup = join(shell.workspace, 'backups', found.run);
    const target = skillFolder(path);
    for (const [name, text] of changed) requireKeyless(name, text, shell);
    // All places are known to be inside before the first is written.
    const places = changed.map(([name]) => (name === 'SKILL.md' ? target.document : placeIn(target.folder, name)));
    for (const [name] of changed) if (now[name] !== undefined) shell.writeFile(placeIn(backup, name), now[name]);
    for (const [i, [, text]] of changed.entries()) shell.writeFile(places[i]!, text);
    if (shell.json)
      shell.print(JSON.stringify({ run: found.run, path, backup, changed: changed.map(([name]) => name) }));
    else {
      for (const [name, text] of changed) for (const line of diffLines(now[name] ?? '', text)) shell.print(line);
      const kept = changed.some(([name]) => now[name] !== undefined) ? `; what was there is in ${backup}` : '';
      shell.print(changed.length === 0 ? `${path} is that skill already.` : `Wrote ${path}${kept}.`);
    }
    return ExitCode.ok;
  },
});

/** A key that an agent put into its skill would be given to whoever reads the skill. */
function requireKeyless(name: string, text: string, shell: Shell): void {
  if (shell.mask(text) === text) return;
  throw new Fault('cli/key-in-skill', `${name} of this skill holds a key that is set in the environment`);
}
