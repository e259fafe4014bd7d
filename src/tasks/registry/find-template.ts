import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { type Bare, parseComposition } from '../operators/compose.ts';
import { earlierVersions } from './earlier.ts';
import { templates } from './templates.ts';
import { recordedWrappers, wrapperTemplates } from './wrappers.ts';
import { pathNameOf } from '../settings/versions.ts';

/** Finds a template by its name, or makes the composition that the name spells. */
export type FindTemplate = (name: string) => AnyTemplate;

/** Names with and without versions; `meant` are the templates that a name without a version means. */
class Names {
  private readonly byName: ReadonlyMap<string, AnyTemplate>;
  private readonly bare: Bare;

  constructor(bare: Bare, meant: readonly AnyTemplate[]) {
    this.bare = bare;
    const all = [...earlierVersions, ...templates];
    this.byName = new Map<string, AnyTemplate>([
      ...all.map((template) => [`${template.name}.v${template.version ?? 1}`, template] as const),
      ...all.map((template) => [pathNameOf(template), template] as const),
      ...meant.map((template) => [template.name, template] as const),
      // The bare name of a wrapper stands for the wrapper over its usual base.
      ...[...wrapperTemplates, ...(bare === 'first' ? recordedWrappers : [])].map(
        (template) => [template.name.replace(/\(.*/, ''), template] as const,
      ),
    ]);
  }

  find(name: string, own: readonly AnyTemplate[] = []): AnyTemplate {
    const known = (inner: string): AnyTemplate | undefined =>
      own.find((template) => template.name === inner) ?? this.byName.get(inner);
    return known(name) ?? parseComposition(name, (inner) => known(inner) ?? this.refuse(inner), this.bare);
  }

  private refuse(name: string): never {
    throw new Fault('tasks/unknown-template', `there is no template ${JSON.stringify(name.slice(0, 100))}`, {
      details: { field: 'template', allowed: templates.map((template) => template.name) },
    });
  }
}

const newest = new Names('newest', templates);
/** What a path without versions meant when it was written: the first version of everything. */
const first = new Names(
  'first',
  [...templates, ...earlierVersions].filter(({ version = 1 }) => version === 1),
);

/** The newest template with this name, `NAME.v1` for an earlier version, or the composition it spells, such as `SEQ(PARITY,GRID_NAV)`. */
export function findTemplate(name: string): AnyTemplate {
  return newest.find(name);
}

/** Looks templates up by name: those that the caller brings, and those that are built in, whose names are taken. */
export function findAmong(own: readonly AnyTemplate[]): FindTemplate {
  const taken = own.find((mine) => templates.some(({ name }) => name === mine.name));
  if (taken !== undefined) {
    throw new Fault('tasks/name-taken', `there is a template ${taken.name} already; give yours another name`);
  }
  return (name) => newest.find(name, own);
}

/** The template that a seed path or a record names: a name without a version means version 1. */
export function findRecorded(name: string): AnyTemplate {
  return first.find(name);
}
