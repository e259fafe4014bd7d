import { Fault } from '#kernel';
import type { AnyTemplate } from '#contracts';
import { parseComposition } from './operators/compose.ts';
import { templates } from './registry/index.ts';
import { wrapperTemplates } from './registry/wrappers.ts';

const byName = new Map<string, AnyTemplate>([
  ...templates.map((template) => [template.name, template] as const),
  // The bare name of a wrapper stands for the wrapper over its usual base.
  ...wrapperTemplates.map((template) => [template.name.replace(/\(.*/, ''), template] as const),
]);
const composed = new Map<string, AnyTemplate>();

function lookUp(name: string): AnyTemplate {
  const found = byName.get(name);
  if (found !== undefined) return found;
  throw new Fault('tasks/unknown-template', `there is no template ${JSON.stringify(name.slice(0, 100))}`, {
    details: { field: 'template', allowed: [...byName.keys()] },
  });
}

/** The template with this name, or the composition it spells, such as `SEQ(PARITY,GRID_NAV)`. */
export function findTemplate(name: string): AnyTemplate {
  const found = byName.get(name) ?? composed.get(name);
  if (found !== undefined) return found;
  const made = parseComposition(name, lookUp);
  if (composed.size > 256) composed.clear();
  composed.set(name, made);
  return made;
}
