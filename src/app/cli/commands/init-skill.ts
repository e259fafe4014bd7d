import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { Split } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { addressOf, targetWithAddress } from '#world/models/providers';
import { createSimulatedWorld, findSimulatedWorld, type SimulatedWorld } from '#world/models/simulated';
import { makeWorkspace } from '#world/store/workspace';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { answerProblem } from '../skill/init/answer-problem.ts';
import { askQuestions, type InitAnswers, usualAnswers } from '../skill/init/ask-questions.ts';
import { configText } from '../skill/init/config-text.ts';
import { areThere, lookAtTasks, lookLines, type TaskLook } from '../skill/init/look-at-tasks.ts';
import { seenFrom } from '../skill/init/seen-from.ts';
import { proposeModel } from '../skill/init/propose-model.ts';

export const initSkill = defineCommand({
  name: 'init skill',
  flags: z.object({
    yes: z.boolean().default(false).describe('ask nothing, take what is proposed'),
    dir: z.string().default('.').describe('where to write'),
    force: z.boolean().default(false).describe('replace the config file that is there; skill and tasks never are'),
    skill: z.string().min(1).optional().describe('answers the first question: a folder, SKILL.md or one Markdown file'),
    tasks: z.string().min(1).optional().describe('answers the second: a task file or a folder, or teach:NAME@LEVEL'),
    scorer: z.string().min(1).optional().describe('answers the third: exact, normalised, f1, numeric, json, rules, …'),
    model: z.string().min(1).optional().describe('answers the fourth: provider:model, or simulated'),
  }),
  examples: [
    'pawl init skill --skill SKILL.md --tasks tasks.jsonl',
    'pawl init skill --tasks tests.csv --scorer numeric --model openai:gpt-5-mini',
    'pawl init skill --yes --dir my-skill    # a sample on a simulated model',
    "printf 'SKILL.md\\n./tests.csv\\nnumeric\\nopenai:gpt-5-mini\\n' | pawl init skill --dir my-skill",
  ],

  async run(_args, { yes, dir, force, ...told }, shell) {
    const folder = resolve(shell.folder, dir);
    const looks = new Map<string, TaskLook>();
    const lookAt = (tasks: string): TaskLook | undefined => {
      if (!looks.has(tasks) && areThere(folder, tasks)) looks.set(tasks, lookAtTasks(resolve(folder, tasks)));
      return looks.get(tasks);
    };
    const model = proposeModel(shell.env);
    // Flags that answer all that has no proposal leave nothing to ask.
    const answers = await askQuestions(yes || (told.skill !== undefined && told.tasks !== undefined), told, {
      input: process.stdin,
      output: process.stderr,
      meantBy(name, said) {
        const isPath = name === 'tasks' ? !said.startsWith('teach:') : name === 'skill';
        // A skill that is nowhere yet will be made beside the config.
        const isNew = name === 'skill' && !existsSync(resolve(shell.folder, said));
        return isPath && !isNew ? seenFrom(shell.folder, folder, said) : said;
      },
      problemOf: (name, answer) => answerProblem(name, answer, folder),
      usualOf: (name, { tasks }) => {
        if (name === 'scorer') return lookAt(tasks)?.scorer.kind ?? usualAnswers.scorer;
        if (name === 'model') return isSample(folder, tasks) ? usualAnswers.model : (model?.model ?? '');
        return usualAnswers[name];
      },
    });
    const look = lookAt(answers.tasks);
    const files = filesFor(folder, answers, look);
    const taken = Object.keys(files).filter((name) => existsSync(join(folder, name)));
    if (taken.length > 0 && !force) {
      throw new Fault('cli/usage', `${taken.join(', ')} in ${folder} would be replaced`, {
        hint: 'Choose another --dir, or replace the config file with --force.',
      });
    }
    makeWorkspace(shell.workspace);
    for (const [name, text] of Object.entries(files)) shell.writeFile(join(folder, name), text);
    tell({ folder, dir, answers, look, files: Object.keys(files), because: model?.because }, shell);
    return ExitCode.ok;
  },
});

/** Whether the tasks will be the sample: nobody named others, and there are none. */
function isSample(folder: string, tasks: string): boolean {
  return tasks === usualAnswers.tasks && !areThere(folder, tasks);
}

/** What will be written: the config, and where there are no tasks the sample with its skill. Files of the user are not among them. */
function filesFor(folder: string, answers: InitAnswers, look: TaskLook | undefined): Record<string, string> {
  const config = configText({ ...answers, split: look?.split });
  if (!isSample(folder, answers.tasks)) return { 'pawl.config.ts': config };
  if (existsSync(resolve(folder, answers.skill))) {
    throw new Fault('cli/usage', `there is ${answers.skill} in ${folder}, but no tasks to train it on`, {
      hint: 'Name your tasks with --tasks FILE (JSONL, JSON or CSV with `question` and `answer`), make them from logs with pawl tasks from-traces, or make the sample in another --dir.',
    });
  }
  const world = createSimulatedWorld(findSimulatedWorld('easy'), 1);
  const skill = answers.skill === 'SKILL.md' ? { 'SKILL.md': world.firstSkill['SKILL.md'] ?? '' } : {};
  return { 'pawl.config.ts': config, 'tasks.jsonl': sampleTasks(world), ...skill };
}

interface Told {
  readonly folder: string;
  readonly dir: string;
  readonly answers: InitAnswers;
  readonly look: TaskLook | undefined;
  readonly files: readonly string[];
  readonly because: string | undefined;
}

function tell({ folder, dir, answers, look, files, because }: Told, shell: Shell): void {
  const config = join(dir, 'pawl.config.ts');
  if (shell.json) {
    shell.print(JSON.stringify({ folder, files, config, answers, ...(look === undefined ? {} : { look }) }));
    return;
  }
  const tasks = relative(shell.folder, resolve(folder, answers.tasks));
  if (look !== undefined) for (const line of lookLines({ ...answers, tasks }, look)) shell.print(line);
  if (!existsSync(resolve(folder, answers.skill)))
    shell.print(`Skill:    there is no ${answers.skill} yet; training begins with a blank one`);
  if (answers.model !== 'simulated') {
    const why = because === undefined ? '' : `, because ${because}`;
    const place = needsAddress(answers.model, shell.env)
      ? `; give its address in the config, ${targetWithAddress(answers.model)}`
      : '';
    shell.print(
      answers.model === ''
        ? 'Model:    none yet: name one as `target` in the config, or with --model'
        : `Model:    ${answers.model}${why}${place}`,
    );
  }
  shell.print(`Wrote ${files.join(', ')} to ${folder}.`);
  shell.print(`What it may cost:    npx pawl train --config ${config} --dry-run`);
  shell.print(`Train:               npx pawl train --config ${config}`);
  if (answers.model === 'simulated')
    shell.print(`With a real model:   npx pawl train --config ${config} --model openai:gpt-5-mini`);
}

/** Whether nobody said where the server of a model is. */
function needsAddress(model: string, env: Shell['env']): boolean {
  return model.startsWith('compatible:') && addressOf({ model }, env) === undefined;
}

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
