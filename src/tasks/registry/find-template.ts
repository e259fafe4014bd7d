import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { parseComposition } from '../operators/compose.ts';
import { templates } from './templates.ts';
import { wrapperTemplates } from './wrappers.ts';
import { pathNameOf } from '../settings/versions.ts';

/** Finds a template by its name, or makes the composition that the name spells. */
export type FindTemplate = (name: string) => AnyTemplate;

/** Every name that is built in. */
class Names {
  private readonly byName: ReadonlyMap<string, AnyTemplate>;

  constructor() {
    this.byName = new Map<string, AnyTemplate>([
      ...templates.map((template) => [pathNameOf(template), template] as const),
      ...templates.map((template) => [template.name, template] as const),
      // The bare name of a wrapper stands for the wrapper over its usual base.
      ...wrapperTemplates.map((template) => [template.name.replace(/\(.*/, ''), template] as const),
    ]);
  }

  find(name: string, own: readonly AnyTemplate[] = []): AnyTemplate {
    const known = (inner: string): AnyTemplate | undefined =>
      own.find((template) => template.name === inner) ?? this.byName.get(inner);
    return known(name) ?? parseComposition(name, (inner) => known(inner) ?? this.refuse(inner));
  }

  private refuse(name: string): never {
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

/** Looks templates up by name: those that the caller brings, and those that are built in, whose names are taken. */
export function findAmong(own: readonly AnyTemplate[]): FindTemplate {
  const taken = own.find((mine) => templates.some(({ name }) => name === mine.name));
  if (taken !== undefined) {
    throw new Fault('tasks/name-taken', `there is a template ${taken.name} already; give yours another name`);
  }
  return (name) => names.find(name, own);
}
