import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { systemTimer } from '#api';
import type { SkillFiles } from '#contracts';
import { Fault } from '#kernel';
import { type Evaluation, evaluateSkill } from '#loops';
import { openStore } from '#store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { buildRoles } from '../skill/build-world.ts';
import { readSkill } from '../skill/read-skill.ts';
import { configuredTraining, settingsOf } from '../skill/train-config.ts';
import { withModel } from '../skill/with-model.ts';

export const evalCommand = defineCommand({
  name: 'eval',
  summary: 'Score a skill, or compare two, on the tasks of the config file without training.',
  args: [{ name: 'SKILL', says: 'a folder, SKILL.md or one Markdown file', required: true }],
  flags: z.object({
    against: z.string().optional().describe('another skill, compared task by task'),
    split: z.enum(['val', 'test']).default('val').describe('which tasks'),
    repeats: z.coerce.number().int().min(1).default(1).describe('rollouts per task'),
    model: z.string().optional().describe('provider:model for the target, or simulated:WORLD'),
    seed: z.coerce.number().int().min(0).default(1).describe('names every random stream of the run'),
  }),
  examples: ['pawl eval SKILL.md', 'pawl eval new/SKILL.md --against SKILL.md --split test --json'],

  async run([path = 'SKILL.md'], { against, split, repeats, model, seed }, shell) {
    const config = withModel(configuredTraining(shell), model);
    const folder = shell.config?.folder ?? shell.folder;
    const { world, rehearse } = buildRoles(config, { folder, seed, env: shell.env });
    for (const note of (await rehearse?.()) ?? []) shell.note(note);
    const skills = [path, ...(against === undefined ? [] : [against])].map((one) => readExisting(shell.folder, one));
    const store = openStore(shell.workspace, { mask: shell.mask });
    try {
      const journal = store.createRun({
        loop: 'eval',
        seed,
        config: { skills: skills.map((files) => ({ ...files })), split, repeats },
      });
      const settings = settingsOf(config, seed);
      const asked = { skills, split: split === 'val' ? 'validation' : 'test', repeats } as const;
      const result = await evaluateSkill(asked, settings, { journal, world, timer: systemTimer });
      const hash = journal.finish(null);
      report({ ...result, run: journal.run, hash, simulated: world.isSimulated }, split, shell);
      return ExitCode.ok;
    } finally {
      store.close();
    }
  },
});

/** Training may begin with nothing; to score a skill that is not there is a slip. */
function readExisting(folder: string, path: string): SkillFiles {
  const whole = resolve(folder, path);
  if (!existsSync(whole)) throw new Fault('cli/cannot-read', `there is no ${whole}`, { details: { path: whole } });
  return readSkill(whole);
}

type Result = Evaluation & { readonly run: string; readonly hash: string; readonly simulated: boolean };

function report(result: Result, split: string, shell: Shell): void {
  if (shell.json) {
    shell.print(JSON.stringify(result));
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
      if (type !== '') shell.print(`  ${type.padEnd(18)}${percent(hard)} of ${total}`);
  }
  if (result.difference !== undefined) {
    const { mean, low, high, wins, losses } = result.difference;
    shell.print(
      `difference ${percent(mean)} [${percent(low)}, ${percent(high)}], better on ${wins} tasks, worse on ${losses}`,
    );
  }
  if (result.simulated) shell.print('SIMULATION: no real model was asked');
}
