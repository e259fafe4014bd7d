import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { systemTimer } from '#app/api';
import { hashOf } from '#foundation/kernel';
import { differenceBetween, type Evaluation, evaluateSkill } from '#learners/skill/train';
import { openStore } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { buildRoles } from '../skill/build-world.ts';
import { modelVersion } from '../skill/eval/model-version.ts';
import { fileOf, readPlace } from '../skill/read-skill.ts';
import { showDifference } from '../skill/report-rows.ts';
import { configuredTraining, settingsOf, type TrainConfig } from '../skill/train-config.ts';
import { withModel } from '../skill/with-model.ts';

export const watchCommand = defineCommand({
  name: 'watch',
  args: [{ name: 'SKILL', says: 'a folder, SKILL.md or one Markdown file; that of the config unless told' }],
  flags: z.object({
    split: z.enum(['val', 'test']).default('val').describe('which tasks'),
    repeats: z.coerce.number().int().min(1).default(1).describe('rollouts per task'),
    model: z.string().optional().describe('provider:model for the target, or simulated:WORLD'),
    seconds: z.coerce.number().min(0.05).default(30).describe('how often to look for a change'),
    hours: z.coerce.number().gt(0).optional().describe('score again after so many hours without one'),
    times: z.coerce.number().int().min(0).default(0).describe('end after so many scores; 0 goes on until Ctrl-C'),
    failOnRegression: z
      .boolean()
      .default(false)
      .describe('end with exit code 3 where the score is shown to have fallen'),
  }),
  examples: ['pawl watch', 'pawl watch SKILL.md --hours 24', 'pawl watch --times 2 --fail-on-regression --json'],

  async run([path], flags, shell) {
    const configured = withModel(configuredTraining(shell), flags.model);
    const config = path === undefined ? configured : { ...configured, skill: path };
    const skill = resolve(
      path === undefined ? (shell.config?.folder ?? shell.folder) : shell.folder,
      path ?? fileOf(config.skill),
    );
    let before: { readonly seen: Seen; readonly result: Evaluation; readonly at: number } | undefined;
    for (let scored = 0; flags.times === 0 || scored < flags.times;) {
      const seen = await look(skill, config, shell);
      const why = before === undefined ? 'begins' : changeBetween(before.seen, seen);
      const isDue =
        flags.hours !== undefined && before !== undefined && Date.now() - before.at >= flags.hours * 3_600_000;
      if (why === undefined && !isDue) {
        await systemTimer.sleep(flags.seconds * 1000);
        continue;
      }
      const result = await score(skill, config, { ...flags, time: scored }, shell);
      const isWorse = tell({ why: why ?? `${flags.hours} hours have passed`, result, before: before?.result }, shell);
      before = { seen, result, at: Date.now() };
      scored += 1;
      if (isWorse && flags.failOnRegression) return ExitCode.answerIsNo;
    }
    return ExitCode.ok;
  },
});

/** What a score hangs on, as hashes. */
interface Seen {
  readonly skill: string;
  readonly tasks: string | undefined;
  readonly model: string | undefined;
}

async function look(skill: string, config: TrainConfig, shell: Shell): Promise<Seen> {
  const folder = shell.config?.folder ?? shell.folder;
  const tasks = typeof config.tasks === 'string' ? resolve(folder, config.tasks) : undefined;
  const isFile = tasks !== undefined && existsSync(tasks) && statSync(tasks).isFile();
  return {
    skill: hashOf({ ...readPlace(skill, config.skill) }),
    tasks: isFile ? hashOf(readFileSync(tasks, 'utf8')) : undefined,
    model: await modelVersion(config.target, shell.env),
  };
}

/** What changed, in words. A server that does not answer now has not changed its model. */
function changeBetween(before: Seen, now: Seen): string | undefined {
  if (before.skill !== now.skill) return 'the skill changed';
  if (before.tasks !== now.tasks) return 'the tasks changed';
  const isKnown = before.model !== undefined && now.model !== undefined;
  return isKnown && before.model !== now.model ? 'the model behind the name changed' : undefined;
}

interface Asked {
  readonly split: 'val' | 'test';
  readonly repeats: number;
  /** Which score this is: fresh rollouts each time. */
  readonly time: number;
}

async function score(
  path: string,
  config: TrainConfig,
  { split, repeats, time }: Asked,
  shell: Shell,
): Promise<Evaluation> {
  const folder = shell.config?.folder ?? shell.folder;
  const { world, rehearse } = buildRoles(config, { folder, seed: 1, env: shell.env });
  for (const note of (await rehearse?.()) ?? []) shell.note(note);
  const store = openStore(shell.store, { mask: shell.mask });
  try {
    const skills = [readPlace(path, config.skill)];
    const journal = store.createRun({
      loop: 'eval',
      seed: 1,
      config: { skills: skills.map((files) => ({ ...files })), split, repeats, time },
    });
    const asked = { skills, split: split === 'val' ? 'validation' : 'test', repeats } as const;
    const result = await evaluateSkill(asked, settingsOf(config, 1), { journal, world, timer: systemTimer });
    journal.finish(null);
    return result;
  } finally {
    store.close();
  }
}

interface Scored {
  readonly why: string;
  readonly result: Evaluation;
  readonly before: Evaluation | undefined;
}

/** Prints a score and how it differs from the one before, task by task; says whether it is shown to be lower. */
function tell({ why, result, before }: Scored, shell: Shell): boolean {
  const [one] = result.scores;
  const difference = before === undefined ? undefined : differenceBetween(byTask(result), byTask(before));
  const isWorse = difference !== undefined && difference.high < 0;
  const at = new Date().toISOString();
  if (shell.json)
    shell.print(JSON.stringify({ at, why, score: one ?? null, difference: difference ?? null, regression: isWorse }));
  else {
    const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
    const shown =
      one === undefined
        ? 'no score'
        : `${percent(one.score)} [${percent(one.interval.low)}, ${percent(one.interval.high)}] on ${one.tasks} tasks`;
    const than =
      difference === undefined ? '' : `; than before ${showDifference(difference)}${isWorse ? ': WORSE' : ''}`;
    shell.print(`${at}  ${why}: ${shown}${than}`);
  }
  return isWorse;
}

function byTask({ byTask: rows }: Evaluation): ReadonlyMap<string, number> {
  return new Map(rows.flatMap(({ id, scores: [first] }) => (typeof first === 'number' ? [[id, first] as const] : [])));
}
