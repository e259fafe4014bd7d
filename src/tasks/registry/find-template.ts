import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { type Bare, parseComposition } from '../operators/compose.ts';
import { earlierVersions } from './earlier.ts';
import { templates } from './templates.ts';
import { recordedWrappers, wrapperTemplates } from './wrappers.ts';
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

/** Names with and without versions; `meant` are the templates that a name without a version means. */
class Names {
  private readonly byName: ReadonlyMap<string, AnyTemplate>;
  private readonly composed = new Map<string, AnyTemplate>();

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

  find(name: string): AnyTemplate {
    const found = own.get(name) ?? this.byName.get(name) ?? this.composed.get(name);
    if (found !== undefined) return found;
    const made = parseComposition(name, (inner) => this.lookUp(inner), this.bare);
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

/** The template that a seed path or a record names: a name without a version means version 1. */
export function findRecorded(name: string): AnyTemplate {
  return first.find(name);
}
