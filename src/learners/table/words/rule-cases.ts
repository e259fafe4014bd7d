import type { Term } from '#learners/machine/terms';
import { simplifyTerm } from './simplify-term.ts';

/** One line of a rule: all of `when` hold, and no line before it did. */
export interface RuleCase {
  readonly when: readonly Term[];
  readonly gives: Term;
}

/** A rule as a list of cases, of which the first that holds counts; the last has no test. */
export function casesOf(term: Term): readonly RuleCase[] {
  return withoutIdle(lifted(withoutIdle(flat(simplifyTerm(term)))));
}

function flat(term: Term): RuleCase[] {
  if (term.is !== 'choice') return [{ when: [], gives: term }];
  const cases = term.cases.flatMap(({ when, gives }) =>
    flat(gives).map((inner) => ({ when: withoutImplied([...conjuncts(when), ...inner.when]), gives: inner.gives })),
  );
  return [...cases, ...flat(term.otherwise)];
}

function conjuncts(test: Term): Term[] {
  return test.is === 'call' && test.name === 'and' ? test.args.flatMap(conjuncts) : [test];
}

/** `x < 40 and x < 10` is `x < 10`; `9 < x and 20 < x` is `20 < x`. */
function withoutImplied(tests: readonly Term[]): readonly Term[] {
  const bounds = tests.map(boundOf);
  return tests.filter((_, i) =>
    bounds.every((other, j) => {
      const own = bounds[i];
      if (i === j || own === undefined || other === undefined || own.of !== other.of) return true;
      return own.tightness > other.tightness || (own.tightness === other.tightness && i < j);
    }),
  );
}

/** What a threshold is on, from which side, and how tight it is. */
function boundOf(test: Term): { readonly of: string; readonly tightness: number } | undefined {
  if (test.is !== 'call' || test.name !== 'less') return undefined;
  const [a, b] = test.args;
  if (b!.is === 'word') return { of: `below ${text(a!)}`, tightness: -b.value };
  return a!.is === 'word' ? { of: `above ${text(b!)}`, tightness: a.value } : undefined;
}

const text = (term: Term): string => JSON.stringify(term);

/**
 * One case for two: `X and Y: v` is `Y: v` where a later case is just that and all between them ask for X; the later one is then never reached.
 */
function lifted(cases: readonly RuleCase[]): readonly RuleCase[] {
  for (const [i, { when, gives }] of cases.entries()) {
    for (const [j, later] of cases.entries()) {
      if (j <= i || later.when.length === 0 || text(later.gives) !== text(gives)) continue;
      const own = when.map(text);
      const wanted = later.when.map(text);
      const extra = own.filter((one) => !wanted.includes(one));
      const isSame = extra.length === 1 && wanted.every((one) => own.includes(one));
      const between = cases.slice(i + 1, j);
      if (!isSame || !between.every((one) => one.when.map(text).includes(extra[0]!))) continue;
      return lifted([...cases.slice(0, i), later, ...between, ...cases.slice(j + 1)]);
    }
  }
  return cases;
}

/** Leaves out each case that the next one with the same answer covers. */
function withoutIdle(cases: readonly RuleCase[]): readonly RuleCase[] {
  const kept = cases.filter(({ when, gives }, i) => {
    const next = cases[i + 1];
    if (next === undefined || text(next.gives) !== text(gives)) return true;
    const own = when.map(text);
    return !next.when.every((test) => own.includes(text(test)));
  });
  return kept.length === cases.length ? kept : withoutIdle(kept);
}
