import { canonicalText, isRecord } from '#foundation/kernel';
import { checkComparisons } from './check-comparisons.ts';
import type { Ending } from './check-final.ts';
import { isSame } from './event-book.ts';
import type { Facts } from './facts.ts';
import { shown } from './shown.ts';

/** What a run of `learn` tells, held against what its steps recorded. */
export function checkLearn(ending: Ending): string[] {
  return [...checkComparisons(ending, 'compare-rules'), ...checkLearnt(ending)];
}

/** The summary of `learn` is the one that was recorded for where the run began and ended; its trials are those that the events tell. */
function checkLearnt({ run, book, steps }: Ending): string[] {
  const summary: Facts = isRecord(run.summary) ? run.summary : {};
  const begun = book.told.get('learn-started')?.[0] ?? {};
  const ends = [begun['snapshot'], summary['snapshot'], begun['table']];
  const [start, end, table] = ends.map((hash) => (typeof hash === 'string' ? hash : null));
  const recorded = steps.find('describe-rule', { start: start!, end: end!, table: table! });
  if (!isRecord(recorded)) return ['no recorded step describes what the run began and ended with'];
  const wrong = Object.keys({ ...recorded, ...summary })
    .filter((name) => !isSame(summary[name], recorded[name]))
    .map((name) => `the summary says ${name} ${shown(summary[name])}, what was recorded says ${shown(recorded[name])}`);
  const verdicts = {
    'candidate-accepted': 'accept',
    'candidate-rejected': 'reject',
    'candidate-undecided': 'undecided',
  };
  const told = Object.entries(verdicts).flatMap(([type, verdict]) =>
    (book.told.get(type) ?? []).map((facts) => trialOf(facts, verdict)),
  );
  const trials: readonly unknown[] = Array.isArray(recorded['trials']) ? recorded['trials'] : [];
  const same = trials.map((trial) => (isRecord(trial) ? trialOf(trial, trial['verdict']) : ''));
  if (!isSame(told.toSorted(), same.toSorted()))
    wrong.push('the trials that events tell are not those that were recorded');
  const found = book.told.get('rules-found')?.[0] ?? {};
  for (const name of ['effort', 'isStopped']) {
    if (isSame(found[name], recorded[name])) continue;
    wrong.push(`the event rules-found says ${name} ${shown(found[name])}, what was recorded ${shown(recorded[name])}`);
  }
  for (const [name, judged] of [
    ['training', recorded['training']],
    ['heldOut', recorded['judged']],
  ] as const) {
    const rows = isRecord(judged) ? judged['rows'] : undefined;
    if (begun[name] !== rows)
      wrong.push(`the event learn-started says ${shown(begun[name])} rows (${name}), not ${shown(rows)}`);
  }
  return wrong;
}

function trialOf({ candidate, wins, losses, pValue, alpha }: Facts, verdict: unknown): string {
  return canonicalText([
    candidate ?? null,
    verdict ?? null,
    wins ?? null,
    losses ?? null,
    pValue ?? null,
    alpha ?? null,
  ]);
}
