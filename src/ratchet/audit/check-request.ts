import { isRecord } from '#foundation/kernel';
import { Json } from '#foundation/contracts';
import type { Ending } from './check-final.ts';
import { isSame } from './event-book.ts';
import { knownLoops } from './known-loops.ts';
import { shown } from './shown.ts';

/** Steps that every run of a loop records: what it was asked to do, and what it says came of it. */
const ASKED = 'run-asked';
const DESCRIBED = 'run-described';

/** Whether loop, seed, configuration and summary are those that the run recorded, and whether its events and steps are those of such a loop. */
export function checkRequest(ending: Ending): string[] {
  const { run, book } = ending;
  if (run.status !== 'done' && book.last === '') return [];
  return [...checkLoop(ending), ...checkAsked(ending), ...checkDescribed(ending)];
}

/** A run of one loop holds nothing of another; one that is known begins as it does, and tells nothing that it does not know. */
function checkLoop({ run, book, steps }: Ending): string[] {
  const { loop = '' } = run;
  const known = knownLoops[loop];
  const wrong: string[] = [];
  for (const [name, { begins, makes }] of Object.entries(knownLoops)) {
    if (name === loop) continue;
    const foreign = makes.find((step) => steps.countOf(step) > 0);
    if (foreign !== undefined) wrong.push(`it is a run of ${loop}, and recorded ${foreign}, a step of ${name}`);
    if (book.types.has(begins)) wrong.push(`it is a run of ${loop}, and tells ${begins}, the beginning of ${name}`);
  }
  if (known === undefined) return wrong;
  const [first = 'nothing'] = book.types;
  if (first !== known.begins)
    wrong.push(`the first event is ${first}, and a run of ${loop} begins with ${known.begins}`);
  for (const type of book.types) {
    if (!known.tells.has(type)) wrong.push(`an event tells ${shown(type)}, and a run of ${loop} knows no such thing`);
  }
  return wrong;
}

function checkAsked({ run: { loop = '', seed, config }, steps }: Ending): string[] {
  const asked = { loop, seed: seed ?? null, config: Json.safeParse(config).data ?? null };
  if (steps.has(ASKED, asked)) return [];
  if (steps.countOf(ASKED) > 0)
    return ['loop, seed and configuration are not those that the run recorded when it began'];
  return knownLoops[loop] === undefined ? [] : ['no recorded step says what the run was asked to do'];
}

function checkDescribed({ run, steps }: Ending): string[] {
  if (run.status !== 'done') return [];
  const recorded = steps.find(DESCRIBED, {});
  if (recorded === undefined) {
    return knownLoops[run.loop ?? ''] === undefined ? [] : ['no recorded step says what came of the run'];
  }
  const { summary } = run;
  if (!isRecord(summary) || !isRecord(recorded)) {
    return isSame(summary, recorded) ? [] : ['the summary is not the one that was recorded'];
  }
  return Object.keys({ ...recorded, ...summary })
    .filter((name) => name in summary !== name in recorded || !isSame(summary[name], recorded[name]))
    .map((name) => `the summary says ${name} ${shown(summary[name])}, what was recorded says ${shown(recorded[name])}`);
}
