import { isRecord } from '#foundation/kernel';
import type { Ending } from './check-final.ts';
import type { Facts } from './facts.ts';
import { shown } from './shown.ts';
import { inside, of } from './told-trials.ts';

/** Rounding of sums of dollars. */
const TOLERANCE = 1e-9;

/** What training used, as far as recorded calls tell it: how many rollouts there were, and calls and tokens of both roles. */
export function checkUsage(ending: Ending): string[] {
  const { book } = ending;
  const ended = book.told.get('run-ended')?.at(-1) ?? {};
  return [
    ...checkRollouts(ending, ended),
    ...checkRole(ending, ended, {
      role: 'target',
      step: 'rollout',
      read: (result) => of(of(result, 'outcome'), 'usage'),
    }),
    ...checkRole(ending, ended, { role: 'optimizer', step: 'ask', read: (result) => of(result, 'usage') }),
    ...checkSums(ended),
  ];
}

/**
 * A rollout that was tried again has a step for each try, and counts once; one that found no room does not count. A judge that is measured
 * looks at replies by rollouts of its own: then there are at least so many.
 */
function checkRollouts({ book, steps }: Ending, ended: Facts): string[] {
  let made = 0;
  for (const { tries, outcome } of steps.named('rollout')) {
    if (tries === 1) made += 1;
    if (of(outcome, 'outage') === 'budget') made -= 1;
  }
  const { rollouts } = ended;
  const isMeasured = book.types.has('judge-measured');
  const fits = typeof rollouts === 'number' && (isMeasured ? rollouts <= made : rollouts === made);
  return fits ? [] : [`the event run-ended says ${shown(rollouts)} rollouts, ${made} were recorded`];
}

interface Role {
  readonly role: string;
  readonly step: string;
  readonly read: (result: unknown) => unknown;
}

/** Calls, tokens and dollars of a role; not where one of its calls does not tell what it used. */
function checkRole({ book, steps, terms }: Ending, ended: Facts, { role, step, read }: Role): string[] {
  if (book.types.has('judge-measured')) return [];
  const sums: Record<string, number> = { calls: 0, promptTokens: 0, completionTokens: 0, dollars: 0 };
  const price = of(of(terms.settings, 'prices'), role);
  for (const result of steps.named(step)) {
    const usage = read(result);
    if (!isRecord(usage)) return [];
    for (const name of ['calls', 'promptTokens', 'completionTokens']) sums[name]! += Number(usage[name]);
    sums['dollars']! += Number(usage['dollars'] ?? priced(usage, price));
  }
  const told = inside(ended, 'roles', role);
  return Object.entries(sums).flatMap(([name, sum]) => {
    const said = of(told, name) ?? 0;
    const isSame = typeof said === 'number' && Math.abs(said - sum) <= TOLERANCE * Math.max(1, sum);
    return isSame
      ? []
      : [`the event run-ended says ${shown(said)} ${name} of the ${role}, what was recorded gives ${sum}`];
  });
}

function priced(usage: Facts, price: unknown): number {
  const [prompt, completion] = [of(price, 'prompt'), of(price, 'completion')];
  if (typeof prompt !== 'number' || typeof completion !== 'number') return 0;
  return (Number(usage['promptTokens']) * prompt + Number(usage['completionTokens']) * completion) / 1e6;
}

/** What all roles used is what was spent, and what all stages used. */
function checkSums(ended: Facts): string[] {
  const { spent, roles, stages } = ended;
  if (!isRecord(spent)) return ['the event run-ended does not say what was spent'];
  return Object.keys(spent).flatMap((name) =>
    (
      [
        ['roles', roles],
        ['stages', stages],
      ] as const
    ).flatMap(([by, parts]) => {
      const sum = isRecord(parts)
        ? Object.values(parts).reduce<number>((all, part) => all + Number(of(part, name) ?? 0), 0)
        : NaN;
      const isSame = Math.abs(Number(spent[name]) - sum) <= TOLERANCE * Math.max(1, sum);
      return isSame
        ? []
        : [`the event run-ended says that ${shown(spent[name])} ${name} were spent, its ${by} sum up to ${sum}`];
    }),
  );
}
