import type { Run } from '#foundation/contracts';
import { Fault, hashOf } from '#foundation/kernel';

/** What decides how a run goes, by the words that name it for a reader. */
export type Sameness = Readonly<Record<string, unknown>>;

/** A run is taken up again only as the run it was: anything else would be another run under the same name. */
export function requireSame({ id }: Run, before: Sameness, asked: Sameness): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(asked)])];
  const changed = names.find((name) => hashOf(before[name] ?? null) !== hashOf(asked[name] ?? null));
  if (changed === undefined) return;
  throw new Fault('cli/usage', `the ${changed} are not those that ${id} was started with`, {
    hint: 'Resume with the files it was started with, or start a new run.',
  });
}
