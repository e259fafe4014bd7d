import { z } from 'zod';
import { systemTimer } from '#app/api';
import { Fault } from '#foundation/kernel';
import { createBudget, createStopwatch } from '#ratchet/budget';
import { measureJudge, referenceOf } from '#learners/skill/judging';
import { openStore } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { buildRoles } from '../skill/build-world.ts';
import { showJudge } from '../skill/report-rows.ts';
import { configuredTraining, settingsOf } from '../skill/train-config.ts';

export const tasksJudge = defineCommand({
  name: 'tasks judge',
  flags: z.object({
    passes: z.coerce.number().int().min(2).default(3).describe('looks at each reply'),
    limit: z.coerce.number().int().min(0).default(0).describe('most tasks; 0 is all'),
  }),
  examples: ['pawl tasks judge', 'pawl tasks judge --config my-skill/pawl.config.ts --passes 5 --json'],

  async run(_args, { passes, limit }, shell) {
    const config = configuredTraining(shell);
    const folder = shell.config?.folder ?? shell.folder;
    const { world, judging, rehearse } = buildRoles(config, { folder, seed: 1, env: shell.env });
    if (judging === undefined) {
      throw new Fault('cli/usage', 'no judge scores these tasks', {
        hint: "Name one in the section train: scorer: { kind: 'rubric' } or 'pairwise', and judge: 'provider:model'.",
      });
    }
    for (const note of (await rehearse?.()) ?? []) shell.note(note);
    const tasks = [...world.tasks('train'), ...world.tasks('validation')];
    const replied = tasks.flatMap((task) => {
      const reply = referenceOf(task);
      return reply === undefined ? [] : [{ task, reply }];
    });
    if (replied.length === 0) {
      throw new Fault('cli/usage', 'no task brings a reply to look at', {
        hint: 'Give tasks a `reference`: a reply, good or bad, as pawl tasks from-traces does; pawl train measures the judge on replies of the target.',
      });
    }
    const settings = settingsOf(config, 1);
    const store = openStore(shell.store, { mask: shell.mask });
    try {
      const journal = store.createRun({ loop: 'judge', seed: 1, config: { passes, tasks: replied.length } });
      const budget = createBudget({ limits: settings.limits, prices: settings.prices });
      const stopwatch = createStopwatch(journal, systemTimer, settings.limits);
      const ports = { journal, timer: systemTimer, budget, stopwatch, ...judging, isSimulated: world.isSimulated };
      const some = limit === 0 ? replied : replied.slice(0, limit);
      const measure = await measureJudge(some, { passes, again: Infinity }, settings.rollouts, ports);
      journal.finish(null);
      if (shell.json) shell.print(JSON.stringify({ run: journal.run, ...measure }));
      else {
        shell.print(showJudge(measure));
        for (const [id, why] of Object.entries(measure.unjudgeable)) shell.print(`  ${id.padEnd(24)}${why}`);
        shell.print(
          measure.distrust === undefined
            ? 'It can be trusted with the rest.'
            : `Not to be trusted: ${measure.distrust}.`,
        );
      }
      return measure.distrust === undefined ? ExitCode.ok : ExitCode.answerIsNo;
    } finally {
      store.close();
    }
  },
});
