import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { parseSetting, type Setting, type Split } from '#tasks/settings';
import type { Shell } from '../command.ts';
import { findNamedTemplate } from '../find-named-template.ts';
import { filesOfFlag, loadOwnTemplates, requireLaws, tasksFlag } from '../tasks/own-templates.ts';

/** The flags that say which tasks are meant. */
export const drawFlags = {
  level: z.coerce.number().int().min(1).default(1).describe('difficulty, counted from 1'),
  seed: z.string().default('0').describe('the stream the tasks come from: letters, digits, dots, hyphens'),
  index: z.coerce.number().int().min(0).default(0).describe('the first task within the split'),
  split: z.enum(['train', 'validation', 'test']).default('train').describe('learn on train, report on test'),
  set: z.array(z.string()).default([]).describe('parameters to replace, such as size=7,partial_obs=1'),
};

/** The flag by which `pawl tasks` takes templates of the user's own. */
export const ownFlag = {
  tasks: tasksFlag.describe(
    'files with templates of your own (docs/guide/own-template.md), by comma; only they are meant',
  ),
};

/** Own templates, held to the laws before they are shown or played. */
export async function lawfulTemplates(
  tasks: readonly string[] | undefined,
  shell: Pick<Shell, 'folder' | 'progress'>,
): Promise<AnyTemplate[]> {
  const own = await loadOwnTemplates(filesOfFlag(tasks, shell));
  await requireLaws(own, shell);
  return own;
}

/** Which template, under which parameters, from where on. */
export interface Wanted {
  readonly template: AnyTemplate;
  readonly setting: Setting;
  readonly draw: (i: number) => { readonly seed: string; readonly index: number; readonly split: Split };
}

/** What the flags and the first argument ask for; without an argument, the one template of the user's own. */
export function wantedTasks(
  args: readonly string[],
  flags: {
    readonly level: number;
    readonly seed: string;
    readonly index: number;
    readonly split: Split;
    readonly set: readonly string[];
  },
  own: readonly AnyTemplate[] = [],
): Wanted {
  const template = args[0] === undefined ? onlyOne(own) : findNamedTemplate(args[0], own);
  const setting = parseSetting(template, [String(flags.level), ...flags.set].join(','));
  return { template, setting, draw: (i) => ({ seed: flags.seed, index: flags.index + i, split: flags.split }) };
}

function onlyOne(own: readonly AnyTemplate[]): AnyTemplate {
  const [first, second] = own;
  if (first === undefined)
    throw new Fault('cli/usage', 'which template? Name one, or give a file of your own as --tasks FILE');
  if (second !== undefined)
    throw new Fault('cli/usage', `which template? --tasks has ${own.map(({ name }) => name).join(', ')}`);
  return first;
}

/** Runs a command; what is wrong with its parameters, levels, seeds or replies is bad usage and keeps its own code and hint. */
export async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.code.startsWith('tasks/')) {
      throw new Fault('cli/usage', error.message, {
        details: { ...error.details, code: error.code },
        hint: error.hint,
        cause: error,
      });
    }
    throw error;
  }
}
