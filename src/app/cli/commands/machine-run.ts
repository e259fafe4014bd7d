import { skillName } from '#foundation/contracts';
import { z } from 'zod';
import { buildMain, playStepByStep, type ShownStep } from '#learners/machine/evolve';
import { parseReference } from '#tasks/settings';
import { defineCommand, ExitCode } from '../command.ts';
import { openMachine } from '../machine/open-machine.ts';
import { asUsage } from './tasks-usage.ts';

export const machineRun = defineCommand({
  name: 'machine run',
  args: [{ name: 'RUN', says: 'an id, the beginning of one, or latest', required: true }],
  flags: z.object({
    task: z.string().describe("what it plays: a template or a composition with a level, such as 'GRID_NAV@3'"),
    seed: z.string().default('1').describe('names the task'),
    index: z.coerce.number().int().min(0).default(0).describe('which task of that seed'),
  }),
  examples: [
    "pawl machine run latest --task 'PARITY@2'",
    "pawl machine run latest --task 'SEQ(PARITY,MAJORITY)@1' --json",
  ],

  run: ([asked], { task, seed, index }, shell) =>
    asUsage(async () => {
      const { run, main, find } = await openMachine(shell, asked);
      const { template, setting } = parseReference(task, find);
      const played = playStepByStep(buildMain(main, `machine/${run.id}`, find), main, {
        template,
        setting,
        seed,
        index,
        find,
      });
      if (shell.json) {
        shell.print(JSON.stringify({ run: run.id, ...played }));
      } else {
        shell.print(played.rules);
        for (const [i, step] of played.steps.entries()) for (const line of linesOf(step, i + 1)) shell.print(line);
        const { ok, reward, optimal, why } = played.score;
        if (played.steps.every(({ fragments }) => fragments.length === 0)) {
          const skills = main.skills.map(skillName).join(', ') || 'none at all';
          shell.note(`The machine has no machine skill for ${task}; it has ${skills}.`);
        }
        shell.print(`${ok ? 'solved' : `not solved: ${why ?? ''}`}; return ${reward} of ${optimal}`);
      }
      return played.score.ok ? ExitCode.ok : ExitCode.answerIsNo;
    }),
});

function linesOf({ observation, action, reward, fragments }: ShownStep, number: number): string[] {
  return [
    '',
    `step ${number}`,
    observation,
    `→ ${action ?? 'no action that can be read'}   reward ${reward}   by ${fragments.join(', ') || 'no fragment'}`,
  ];
}
