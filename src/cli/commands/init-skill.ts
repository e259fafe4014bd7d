import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Split } from '#contracts';
import { Fault } from '#kernel';
import { createSimulatedWorld, findSimulatedWorld, type SimulatedWorld } from '#models';
import { defineCommand, ExitCode } from '../command.ts';
import { answerProblem } from '../skill/answer-problem.ts';
import { askQuestions } from '../skill/ask-questions.ts';
import { configText } from '../skill/config-text.ts';

export const initSkill = defineCommand({
  name: 'init skill',
  summary:
    'Write a config, sample tasks and a skill that train at once on a simulated model; four questions, or --yes.',
  flags: z.object({
    yes: z.boolean().default(false).describe('ask nothing, take the usual answers'),
    dir: z.string().default('.').describe('where to write'),
    force: z.boolean().default(false).describe('replace files that are there'),
    skill: z.string().min(1).optional().describe('answers the first question: a folder, SKILL.md or one Markdown file'),
    tasks: z.string().min(1).optional().describe('answers the second: a task file, a folder or teach:NAME@LEVEL'),
    scorer: z.string().min(1).optional().describe('answers the third: exact, normalised, f1, numeric, json, rules, …'),
    model: z.string().min(1).optional().describe('answers the fourth: provider:model, or simulated'),
  }),
  examples: [
    'pawl init skill',
    'pawl init skill --tasks tests.csv --scorer numeric --model openai:gpt-5-mini',
    'pawl init skill --yes --dir my-skill',
    "printf 'SKILL.md\\n./tests.csv\\nnumeric\\nsimulated\\n' | pawl init skill --dir my-skill",
  ],

  async run(_args, { yes, dir, force, ...told }, shell) {
    const folder = resolve(shell.folder, dir);
    const world = createSimulatedWorld(findSimulatedWorld('easy'), 1);
    const answers = await askQuestions(yes, told, {
      input: process.stdin,
      output: process.stderr,
      problemOf: (name, answer) => answerProblem(name, answer, folder),
    });
    const files: Record<string, string> = { 'pawl.config.ts': configText(answers) };
    if (answers.tasks === 'tasks.jsonl') files['tasks.jsonl'] = sampleTasks(world);
    if (answers.skill === 'SKILL.md') files['SKILL.md'] = world.firstSkill['SKILL.md'] ?? '';
    const taken = Object.keys(files).filter((name) => existsSync(join(folder, name)));
    if (taken.length > 0 && !force) {
      throw new Fault('cli/usage', `${taken.join(', ')} in ${folder} would be replaced`, {
        hint: 'Choose another --dir, name your own files (--skill ./SKILL.md, --tasks ./tasks.jsonl), or replace them with --force.',
      });
    }
    for (const [name, text] of Object.entries(files)) shell.writeFile(join(folder, name), text);
    const config = join(dir, 'pawl.config.ts');
    if (shell.json) shell.print(JSON.stringify({ folder, files: Object.keys(files), config }));
    else {
      shell.print(`Wrote ${Object.keys(files).join(', ')} to ${folder}.`);
      shell.print(`Train:               npx pawl train --config ${config}`);
      shell.print(`With a real model:   npx pawl train --config ${config} --model openai:gpt-5-mini`);
    }
    return ExitCode.ok;
  },
});

/** The tasks of the simulated world as a file that any model can be trained on. */
function sampleTasks(world: SimulatedWorld): string {
  const lines = Split.options.flatMap((split) =>
    world.tasks(split).map(({ id, text, type, data }) => {
      const actions = z.object({ actions: z.array(z.string()) }).parse(data).actions;
      return JSON.stringify({ id, split, type, text, answer: actions.join(', ') });
    }),
  );
  return `${lines.join('\n')}\n`;
}
