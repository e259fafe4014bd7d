import { canonicalText, hashOf } from '#foundation/kernel';
import type { AuditedRun } from './audited-run.ts';
import type { Deadline } from './deadline.ts';

/** Runs of the same request are counted from 0; an id is looked for among so many. */
const MOST_REPEATS = 1000;

/**
 * Says whether loop, seed and configuration are those that the run was named after:
 *
 *     id = loop + '-' + the first digits of hashOf({ loop, seed, config, before })
 *
 * with the configuration as its canonical text, and `before` the number of equal requests before it.
 */
export function checkHead({ id, loop, seed, config }: AuditedRun, deadline: Deadline): string[] {
  if (id === undefined || loop === undefined || seed === undefined || config === undefined) return [];
  const digits = id.startsWith(`${loop}-`) ? id.slice(loop.length + 1) : '';
  const text = canonicalText(config);
  for (let before = 0; digits.length >= 8 && before < MOST_REPEATS; before += 1) {
    deadline.ask();
    if (hashOf({ loop, seed, config: text, before }).startsWith(digits)) return [];
  }
  return [`loop, seed and configuration are not those that ${id} was named after`];
}

/** Says whether what a run tells of its end fits how it stands, and its hash what it holds: `ended` is the end of the chain. */
export function checkEnd({ status, hash, summary, steps }: AuditedRun, ended: string): string[] {
  const wrong: string[] = [];
  if (status !== 'open' && hash === undefined) wrong.push(`the run is ${status} and has no hash`);
  if (status === 'open' && (hash ?? summary ?? steps) !== undefined)
    wrong.push('the run is open and says how it ended');
  if (hash !== undefined && hash !== ended) wrong.push(`events and summary have hash ${ended}, the run says ${hash}`);
  return wrong;
}
