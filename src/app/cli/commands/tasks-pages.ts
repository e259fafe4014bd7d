import { join, resolve } from 'node:path';
import { z } from 'zod';
import { taskPage } from '#tasks/pages';
import { templates } from '#tasks/registry';
import { defineCommand, ExitCode } from '../command.ts';
import { readReports } from '../tasks/adversary-file.ts';

/** Where a template's page lies: its name without brackets and what they hold. */
function pageName(name: string): string {
  return `${name.replace(/\(.*/, '')}.md`;
}

export const tasksPages = defineCommand({
  name: 'tasks pages',
  flags: z.object({
    out: z.string().default('docs/tasks').describe('the folder'),
    adversary: z
      .string()
      .default('docs/tasks/adversary.jsonl')
      .describe('what `pawl tasks check --adversary --json` printed; without it the pages say `not measured`'),
  }),
  short: { out: 'o' },
  examples: ['pawl tasks pages', 'pawl tasks pages --out pages --adversary found.jsonl'],

  run(_args, { out, adversary }, shell) {
    const reports = readReports(resolve(shell.folder, adversary));
    for (const template of templates) {
      const own = reports.filter((report) => report.template === template.name);
      shell.writeFile(join(out, pageName(template.name)), taskPage(template, own));
    }
    if (shell.json) shell.print(JSON.stringify({ folder: out, pages: templates.length }));
    else shell.note(`wrote ${templates.length} pages in ${out}`);
    return Promise.resolve(ExitCode.ok);
  },
});
