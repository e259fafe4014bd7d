import type { Blobs } from '#foundation/contracts/ports';
import { hashOf, type Hash, isRecord } from '#foundation/kernel';
import type { AuditedRun } from './audited-run.ts';
import type { Deadline } from './deadline.ts';
import { type EventBook, isSame, nameOf } from './event-book.ts';
import type { Facts } from './facts.ts';
import { knownLoops } from './known-loops.ts';
import { parseBytes } from './parse-stored.ts';
import type { RecordedSteps } from './recorded-steps.ts';
import type { RunTerms } from './run-terms.ts';
import { shown } from './shown.ts';

/** What the end of a run is derived from. */
export interface Ending {
  readonly run: AuditedRun;
  readonly terms: RunTerms;
  readonly book: EventBook;
  readonly steps: RecordedSteps;
  readonly blobs: Blobs;
  readonly deadline: Deadline;
}

/** Derives what a finished run ends with from its events and recorded steps, and compares it with what the summary says. */
export function checkFinal(ending: Ending): string[] {
  const { run, terms, book, blobs } = ending;
  if (run.status !== 'done') return [];
  const summary: Facts = isRecord(run.summary) ? run.summary : {};
  const final = terms.final === undefined ? (summary['skill'] ?? summary['snapshot']) : summary[terms.final];
  if (typeof final !== 'string') {
    return book.changes.length === 0 && terms.final === undefined
      ? []
      : [`the summary does not say what the run ends with: it has no ${terms.final ?? 'skill or snapshot'}`];
  }
  const wrong = checkLastEvent(ending);
  if (blobs.getBlob(final) === undefined) {
    wrong.push(`the run ends with ${final}, which is not in the store, or not as it was`);
  }
  return [...wrong, ...(terms.final === 'machine' ? checkMachine(ending, final) : checkLast(ending, final))];
}

function checkLastEvent({ run, book }: Ending): string[] {
  const last = knownLoops[run.loop ?? '']?.ends ?? book.last;
  return book.last === last ? [] : [`the last event is ${book.last}, and a run that is done ends with ${last}`];
}

/** One skill or model is in force: the one that was accepted last, or, where changes went untested, one of those that came into force. */
function checkLast({ book, terms }: Ending, final: Hash): string[] {
  const last = book.changes.at(-1)?.hash ?? terms.start;
  if (last === undefined || final === last) return [];
  if (book.untested > 0 && book.changes.some(({ hash }) => hash === final)) return [];
  return [`the run ends with ${final}, but what it accepted last is ${last}`];
}

/** A machine holds, of every skill, the version that was accepted last; its parts are those that were proved. */
function checkMachine({ book, steps, blobs, deadline }: Ending, final: Hash): string[] {
  const kept = book.told.get('machine-kept')?.at(-1)?.['machine'];
  const recorded = steps.find('keep-machine', {});
  const wrong: string[] = [];
  if (kept !== final) wrong.push(`the run ends with ${final}, but the machine that it kept last is ${shown(kept)}`);
  if (recorded !== final)
    wrong.push(`the run ends with ${final}, the machine that its steps recorded is ${shown(recorded)}`);
  const bytes = blobs.getBlob(final);
  const parsed = bytes === undefined ? undefined : parseBytes(bytes);
  if (parsed === undefined) return wrong;
  const machine: unknown = 'value' in parsed ? parsed.value : undefined;
  if (!isRecord(machine) || !Array.isArray(machine['skills'])) return [...wrong, `${final} is no machine`];
  for (const skill of machine['skills']) {
    deadline.ask();
    const name = isRecord(skill) ? nameOf(skill) : '';
    const accepted = book.latest.get(name);
    const hash = hashOf(skill);
    if (accepted !== hash) {
      wrong.push(`the machine holds ${hash} as ${name}, what was accepted last is ${accepted ?? 'nothing'}`);
    }
  }
  return [...wrong, ...checkParts(machine, { book, steps })];
}

/** Fragments that no patch changed have the parts that were proved when they were distilled. */
function checkParts(machine: Facts, { book, steps }: Pick<Ending, 'book' | 'steps'>): string[] {
  const patched = isRecord(machine['patched']) ? machine['patched'] : {};
  const changed = new Set(
    ['patch-accepted', 'patch-repeated', 'patch-forced'].flatMap((type) =>
      (book.told.get(type) ?? []).map(({ fragment }) => fragment),
    ),
  );
  const skills = new Map<string, unknown>();
  for (const skill of Array.isArray(machine['skills']) ? machine['skills'] : []) {
    if (isRecord(skill)) skills.set(nameOf(skill), skill);
  }
  return Object.entries(patched).flatMap(([name, parts]) => {
    if (changed.has(name)) return [];
    const skill = skills.get(name);
    const proved =
      skill === undefined ? undefined : steps.find('prove-machine-skill', { skill: JSON.parse(JSON.stringify(skill)) });
    return isRecord(proved) && isSame(proved['parts'], parts)
      ? []
      : [`the parts of ${name} are not those that were proved, and no patch changed them`];
  });
}
