import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { parseComposition } from '../operators/compose.ts';
import { templates } from './templates.ts';
import { wrapperTemplates } from './wrappers.ts';
import { pathNameOf } from '../settings/versions.ts';

/** Templates that the user brought, by name: the same for every thread of a run. */
const own = new Map<string, AnyTemplate>();

/** Makes templates of the user known by name, beside those that are built in. */
export function addTemplates(added: readonly AnyTemplate[]): void {
  for (const template of added) {
    if (templates.some(({ name }) => name === template.name)) {
      throw new Fault('tasks/name-taken', `there is a template ${template.name} already; give yours another name`);
    }
    own.set(template.name, template);
  }
}

/** Every name that is built in. */
class Names {
  private readonly byName: ReadonlyMap<string, AnyTemplate>;
  private readonly composed = new Map<string, AnyTemplate>();

  constructor() {
    this.byName = new Map<string, AnyTemplate>([
      ...templates.map((template) => [pathNameOf(template), template] as const),
      ...templates.map((template) => [template.name, template] as const),
      // The bare name of a wrapper stands for the wrapper over its usual base.
      ...wrapperTemplates.map((template) => [template.name.replace(/\(.*/, ''), template] as const),
    ]);
  }

  find(name: string): AnyTemplate {
    const found = own.get(name) ?? this.byName.get(name) ?? this.composed.get(name);
    if (found !== undefined) return found;
    const made = parseComposition(name, (inner) => this.lookUp(inner));
    if (this.composed.size > 256) this.composed.clear();
    this.composed.set(name, made);
    return made;
  }

  private lookUp(name: string): AnyTemplate {
    const found = own.get(name) ?? this.byName.get(name);
    if (found !== undefined) return found;
    throw new Fault('tasks/unknown-template', `there is no template ${JSON.stringify(name.slice(0, 100))}`, {
      details: { field: 'template', allowed: templates.map((template) => template.name) },
    });
  }
}

const names = new Names();

/** The template with this name, or the composition it spells, such as `SEQ(PARITY,GRID_NAV)`. */
export function findTemplate(name: string): AnyTemplate {
  return names.find(name);
}
