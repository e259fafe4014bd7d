import { Fault } from '#kernel';
import type { AnyTemplate } from '#contracts';
import { templates } from './registry/index.ts';

const byName = new Map(templates.map((template) => [template.name, template]));

/** The template with this name. */
export function findTemplate(name: string): AnyTemplate {
  const found = byName.get(name);
  if (found !== undefined) return found;
  throw new Fault('tasks/unknown-template', `there is no template ${JSON.stringify(name)}`, {
    details: { field: 'template', allowed: [...byName.keys()] },
  });
}
