import type { AnyTemplate } from '#foundation/contracts/tasks';
import { Fault } from '#foundation/kernel';
import { findAmong, templates } from '#tasks/registry';
import { nearestName } from './nearest.ts';

/** The template of this name; a name that is nearly one is refused with the one it is near. */
export function findNamedTemplate(name: string, own: readonly AnyTemplate[] = []): AnyTemplate {
  try {
    return findAmong(own)(name);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'tasks/unknown-template') throw error;
    if (/\.[cm]?[jt]s$/.test(name)) throw hinted(error, `A file of your own is given as --tasks ${name}.`);
    const near = nearestName(
      name,
      [...own, ...templates].map((template) => template.name),
    );
    if (near === undefined) throw error;
    throw hinted(error, `Did you mean ${near}?`);
  }
}

function hinted(cause: Fault, hint: string): Fault {
  return new Fault(cause.code, cause.message, { details: cause.details, hint, cause });
}
