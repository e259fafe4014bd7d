import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { systemTimer } from '#app/api';
import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { type Evaluation, evaluateSkill } from '#learners/skill/train';
import { openStore } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { sentenceLines } from '../runs/run-report.ts';
import { runSettings } from '../skill/batched.ts';
import { buildRoles } from '../skill/build-world.ts';
import { evalJunit, evalMarkdown, verdictOf } from '../skill/eval/eval-reports.ts';
import { skillAtRef } from '../skill/eval/skill-at-ref.ts';
import { targetModels } from '../skill/named-models.ts';
import { readSkill } from '../skill/read-skill.ts';
import { typeText } from '../skill/train-report.ts';
import { configuredTraining } from '../skill/train-config.ts';
import { withModel } from '../skill/with-model.ts';

export const evalCommand = defineCommand({
  name: 'eval',
  args: [{ name: 'SKILL', says: 'a folder, SKILL.md or one Markdown file', required: true }],
  flags: z.object({
    against: z
      .string()
      .optional()
      .describe('another skill, compared task by task: a path, or a branch, tag or commit of git such as main'),
    failOnRegression: z
      .boolean()
      .default(false)
      .describe('exit 3 where the skill is shown to be worse than the other one'),
    margin: z.coerce
      .number()
      .gt(0)
      .lt(1)
      .optional()
      .describe('exit 3 unless it is shown to be worse by less than this, such as 0.05; stricter'),
    junit: z.string().optional().describe('write JUnit XML to this file, one test per task'),
    markdown: z.string().optional().describe('write a Markdown summary to this file'),
    split: z.enum(['val', 'test']).default('val').describe('which tasks'),
    repeats: z.coerce.number().int().min(1).default(1).describe('rollouts per task'),
    model: z.string().optional().describe('provider:model for the target, or simulated:WORLD'),
    seed: z.coerce.number().int().min(0).default(1).describe('names every random stream of the run'),
    batch: z.boolean().default(false).describe('ask through the batch endpoints: half the price, within a day'),
  }),
  examples: [
    'pawl eval SKILL.md',
    'pawl eval new/SKILL.md --against SKILL.md --split test --json',
    'pawl eval SKILL.md --against main --fail-on-regression --junit eval.xml --markdown eval.md',
  ],

  async run([path = 'SKILL.md'], { against, split, repeats, model, seed, batch, ...wanted }, shell) {
    requireOther(against, wanted);
    const { config, settings } = runSettings(withModel(configuredTraining(shell), model), seed, batch);
    const folder = shell.config?.folder ?? shell.folder;
    const { world, rehearse } = buildRoles(config, {
      folder,
      seed,
      env: shell.env,
      isBatched: batch,
      note: (line) => shell.note(line),
    });
    for (const note of (await rehearse?.()) ?? []) shell.note(note);
    const skills = [readExisting(shell.folder, path), ...otherSkill(path, against, shell)];
    const store = openStore(shell.store, { mask: shell.mask });
    try {
      const journal = store.createRun({
        loop: 'eval',
        seed,
        config: { skills: skills.map((files) => ({ ...files })), split, repeats, models: targetModels(config) },
      });
      const asked = { skills, split: split === 'val' ? 'validation' : 'test', repeats } as const;
      const result = await evaluateSkill(asked, settings, { journal, world, timer: systemTimer });
      const hash = journal.finish(null);
      const verdict = verdictOf(result, wanted.margin);
      const names = [path, ...(against === undefined ? [] : [against])];
      const facts = { result, split, names, verdict, simulated: world.isSimulated };
      if (wanted.junit !== undefined) shell.writeFile(wanted.junit, evalJunit(facts));
      if (wanted.markdown !== undefined) shell.writeFile(wanted.markdown, evalMarkdown(facts));
      if (!shell.json) for (const line of sentenceLines(store, journal.run)) shell.print(line);
      report({ ...result, run: journal.run, hash, simulated: world.isSimulated }, { split, verdict }, shell);
      const isAsked = wanted.failOnRegression || wanted.margin !== undefined;
      return isAsked && verdict?.isRegression === true ? ExitCode.answerIsNo : ExitCode.ok;
    } finally {
      store.close();
    }
  },
});

interface Wanted {
  readonly failOnRegression: boolean;
  readonly margin?: number | undefined;
}

function requireOther(against: string | undefined, { failOnRegression, margin }: Wanted): void {
  if (against !== undefined || (!failOnRegression && margin === undefined)) return;
  throw new Fault('cli/usage', 'a regression is one against another skill: name it with --against');
}

/** The skill to compare with: a path that is there, else the same skill at a commit of git. */
function otherSkill(path: string, against: string | undefined, { folder }: Shell): readonly SkillFiles[] {
  if (against === undefined) return [];
  const isPath = existsSync(resolve(folder, against)) || /[/\\]?[^/\\]+\.md$/.test(against);
  return [isPath ? readExisting(folder, against) : skillAtRef(resolve(folder, path), against)];
}

/** Training may begin with nothing; to score a skill that is not there is a slip. */
function readExisting(folder: string, path: string): SkillFiles {
  const whole = resolve(folder, path);
  if (!existsSync(whole)) throw new Fault('cli/cannot-read', `there is no ${whole}`, { details: { path: whole } });
  return readSkill(whole);
}

type Result = Evaluation & { readonly run: string; readonly hash: string; readonly simulated: boolean };

interface Told {
  readonly split: string;
  readonly verdict: ReturnType<typeof verdictOf>;
}

function report(result: Result, { split, verdict }: Told, shell: Shell): void {
  if (shell.json) {
    shell.print(JSON.stringify({ ...result, ...(verdict === undefined ? {} : { regression: verdict.isRegression }) }));
    return;
  }
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  for (const [i, { score, interval, tasks, unscored, byType }] of result.scores.entries()) {
    const name = i === 0 ? 'skill' : 'against';
    const lost = unscored > 0 ? `, ${unscored} not scored` : '';
    shell.print(
      `${name.padEnd(10)}${percent(score)} [${percent(interval.low)}, ${percent(interval.high)}] on ${tasks} ${split} tasks${lost}`,
    );
    for (const [type, { total, hard }] of Object.entries(byType))
      if (type !== '') shell.print(`  ${type.padEnd(18)}${typeText({ total, hard })} of ${total}`);
  }
  if (verdict !== undefined) shell.print(verdict.says);
  if (result.simulated) shell.print('SIMULATION: no real model was asked');
}
