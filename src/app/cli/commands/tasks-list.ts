import { z } from 'zod';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { rangeText } from '#tasks/define';
import { operatorList } from '#tasks/operators';
import { templates } from '#tasks/registry';
import { splits } from '#tasks/settings';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findNamedTemplate } from '../find-named-template.ts';
import { asUsage, lawfulTemplates, ownFlag } from './tasks-usage.ts';

function row(template: AnyTemplate): Record<string, unknown> {
  const { name, family, domain, tags, says, shape, params, levels, metrics } = template;
  return { template: name, family, domain, tags, says, shape, params, levels, metrics, splits };
}

function describe(template: AnyTemplate, shell: Shell): void {
  shell.print(`${template.name}: ${template.says}`);
  shell.print(`domain ${template.domain}, ${template.shape === 'answer' ? 'one answer' : 'many steps'}`);
  for (const [name, range] of Object.entries(template.params)) {
    shell.print(`  ${name}: ${rangeText(range)}; ${range.says}`);
  }
  for (const [i, level] of template.levels.entries()) shell.print(`  level ${i + 1}: ${JSON.stringify(level)}`);
  for (const { name, better, says } of template.metrics) shell.print(`  metric ${name} (${better} is better): ${says}`);
}

export const tasksList = defineCommand({
  name: 'tasks list',
  args: [{ name: 'template', says: 'a template or a composition such as SEQ(PARITY,GRID_NAV)' }],
  flags: z.object(ownFlag),
  examples: [
    'pawl tasks list',
    'pawl tasks list GRID_NAV',
    'pawl tasks list --json',
    'pawl tasks list --tasks ./my-template.ts',
  ],

  run: (args, { tasks }, shell) =>
    asUsage(async () => {
      const own = await lawfulTemplates(tasks, shell);
      const all = tasks === undefined ? templates : own;
      const chosen = args[0] === undefined ? all : [findNamedTemplate(args[0], own)];
      if (shell.json) for (const template of chosen) shell.print(JSON.stringify(row(template)));
      else if (args[0] !== undefined) for (const template of chosen) describe(template, shell);
      else {
        for (const { name, domain, levels, metrics, says } of chosen) {
          const measured = metrics.length === 0 ? '' : ` (${metrics.map((metric) => metric.name).join(', ')})`;
          shell.print(
            `${name.padEnd(22)} ${domain.padEnd(10)} ${String(levels.length).padStart(2)} levels  ${says}${measured}`,
          );
        }
        if (tasks === undefined)
          for (const { name, args: takes, says } of operatorList()) shell.note(`${name}(${takes}): ${says}`);
      }
      return ExitCode.ok;
    }),
});
