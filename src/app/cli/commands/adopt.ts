import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import type { Store, StoreReader } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { counted } from '../counted.ts';
import { auditStored } from '../runs/audit-stored.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { diffLines } from '../skill/diff-lines.ts';
import { isSameField, writeFields } from '../skill/json-fields.ts';
import { isOfFields, readLike, skillFolder } from '../skill/read-skill.ts';
import { standingLines, unshownRules } from '../skill/standing-lines.ts';
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
  return { best: skillIn(blob, run), isSimulated: summary.data.simulated };
}

function skillIn(blob: Uint8Array, run: Run): SkillFiles {
  try {
    return SkillFiles.parse(JSON.parse(new TextDecoder().decode(blob)));
  } catch (cause) {
    throw new Fault('store/corrupt', `what ${run.id} ends with is no skill`, { cause });
  }
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
      .describe(
        'also where the skill was changed since the run began, or where the run was a simulation or fails its audit',
      ),
    undecided: z
      .boolean()
      .default(false)
      .describe('take what looked better but was not shown to be: no certificate stands behind it'),
  }),
  examples: ['pawl adopt latest', 'pawl adopt train-3f2a --to skills/tags', 'pawl adopt latest --undecided'],

  async run([asked = 'latest'], { to, force, undecided }, shell) {
    const found = await withRuns(shell, (store) => lookUp(store, asked, undecided));
    const { problem, untested } = found;
    if (problem !== undefined && !force) {
      throw new Fault('store/not-sound', `${found.run} does not pass its audit: ${problem}`);
    }
    if (problem !== undefined) shell.note(`${found.run} does not pass its audit: ${problem}`);
    if (untested > 0) shell.note(`${counted(untested, 'change')} of ${found.run} stayed without a test.`);
    if (undecided) shell.note('No certificate stands behind this skill: it looked better, and was not shown to be.');
    if (found.isSimulated && !force) {
      throw new Fault('cli/usage', `${found.run} is a simulation: no real model has seen this skill`, {
        hint: 'Write it all the same with --force, or train with a model.',
      });
    }
    const path = to === undefined ? placeOf(found, force, shell) : resolve(shell.folder, to);
    const now: SkillFiles = existsSync(path) ? readLike(path, found.began) : {};
    const isFields = isOfFields(path, found.began);
    const isSame = (name: string, text: string): boolean =>
      isFields ? isSameField(now[name], text) : now[name] === text;
    const holds = (files: SkillFiles): boolean => Object.entries(files).every((each) => isSame(...each));
    if (existsSync(path) && !holds(found.began) && !holds(found.best) && !force) {
      throw new Fault('cli/usage', `${path} is not the skill that ${found.run} began with`, {
        hint: 'Look at the difference, then write it with --force, or elsewhere with --to.',
      });
    }
    const changed = Object.entries(found.best).filter((each) => !isSame(...each));
    const backup = join(shell.workspace, 'backups', found.run);
    const target = skillFolder(path);
    for (const [name, text] of changed) requireKeyless(name, text, shell);
    if (isFields) adoptFields(path, { backup, changed: Object.fromEntries(changed) }, shell);
    else {
      // All places are known to be inside before the first is written.
      const places = changed.map(([name]) => (name === 'SKILL.md' ? target.document : placeIn(target.folder, name)));
      for (const [name] of changed) if (now[name] !== undefined) shell.writeFile(placeIn(backup, name), now[name]);
      for (const [i, [, text]] of changed.entries()) shell.writeFile(places[i]!, text);
    }
    if (shell.json)
      shell.print(
        JSON.stringify({
          run: found.run,
          path,
          backup,
          changed: changed.map(([name]) => name),
          unshown: found.unshown,
        }),
      );
    else {
      for (const [name, text] of changed) for (const line of diffLines(now[name] ?? '', text)) shell.print(line);
      for (const line of standingLines(found.unshown)) shell.print(line);
      const kept = changed.some(([name]) => now[name] !== undefined) ? `; what was there is in ${backup}` : '';
      shell.print(changed.length === 0 ? `${path} is that skill already.` : `Wrote ${path}${kept}.`);
    }
    return ExitCode.ok;
  },
});

/** What a run offers, with what an audit says of it. */
function lookUp(store: StoreReader, asked: string, undecided: boolean) {
  const run = findRun(store, asked, 'train');
  const best = recordedSkill(store, run, undecided);
  const started = Started.safeParse(run.config);
  if (!started.success) throw new Fault('store/corrupt', `${run.id} does not say what skill it began with`);
  const { findings, wrong, untested } = auditStored(store, run.id);
  const problem = findings.find(({ ok }) => !ok)?.why ?? wrong[0];
  const unshown = undecided ? [] : unshownRules(store, run.id);
  return { unshown, run: run.id, began: started.data.skill, from: started.data.from, ...best, problem, untested };
}

/** Where a run had its skill from. The run says so, and whoever made it could name any place of this machine. */
function placeOf(
  { run, from, began }: { readonly run: string; readonly from: string; readonly began: SkillFiles },
  force: boolean,
  shell: Shell,
): string {
  const path = resolve(shell.workspace, from);
  const isNear = [shell.folder, dirname(shell.workspace)].some((folder) => isInside(folder, path));
  if (!isNear) {
    throw new Fault('cli/usage', `${run} says that its skill is from ${path}, which is not in this folder`, {
      hint: 'Say with --to where to write it.',
    });
  }
  const isBlank = Object.values(began).every((text) => text === '');
  if (!existsSync(path) && !isBlank && !force) {
    throw new Fault('cli/usage', `${run} says that its skill is from ${path}, and nothing is there`, {
      hint: 'Say with --to where to write it, or write it there with --force.',
    });
  }
  return path;
}

/** Writes the changed texts into their fields; the file as it was is the backup. */
function adoptFields(
  path: string,
  { backup, changed }: { readonly backup: string; readonly changed: SkillFiles },
  shell: Shell,
): void {
  if (Object.keys(changed).length === 0) return;
  if (!existsSync(path)) {
    throw new Fault('cli/usage', `there is no ${path}, whose fields were trained`, {
      hint: 'Name with --to a JSON file that has them.',
    });
  }
  const text = readFileSync(path, 'utf8');
  shell.writeFile(placeIn(backup, basename(path)), text);
  shell.writeFile(path, writeFields(text, path, { ...changed, 'SKILL.md': '' }));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A key that an agent put into its skill would be given to whoever reads the skill. */
function requireKeyless(name: string, text: string, shell: Shell): void {
  if (shell.mask(text) === text) return;
  throw new Fault('cli/key-in-skill', `${name} of this skill holds a key that is set in the environment`);
}
