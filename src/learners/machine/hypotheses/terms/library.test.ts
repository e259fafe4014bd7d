import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { evaluateTerm } from '../../terms/evaluate-term.ts';
import { expanded, filled, termsIn } from '../../terms/library/term-parts.ts';
import type { Term } from '../../terms/term.ts';
import { recordPractice, recordRules } from '../fixtures/record-rules.ts';
import type { Learnt } from '../hypothesis-class.ts';
import { race, raceDefaults, type RaceResult } from '../race.ts';
import { environmentOfFace } from './face-rows.ts';
import { describeLibrary, grammarAfter } from './library.ts';
import { termClass } from './term-class.ts';
import { allColumns, type TermProgram } from './term-plan.ts';

function learn(rule: string, skills: readonly Learnt[] = [], hasLibrary = true): RaceResult {
  const practice = recordPractice(rule, '1');
  return race({ ...raceDefaults, classes: [termClass], practice, rng: createRng(`race/${rule}`), skills, hasLibrary });
}

describe('rules over records', () => {
  it.each(Object.keys(recordRules))('%s is learnt', (rule) => {
    expect(learn(rule).winner?.mean).toBe(1);
  });
});

describe('a library', () => {
  const kept = [
    'sum of counts of a name',
    'least count of a name',
    'count of the cheapest marked',
    'sum of counts of the marked',
  ];
  const skills = kept.map((rule) => learn(rule).winner!.learnt);

  it('names what recurs on faces that differ, in words', () => {
    const lines = describeLibrary(skills);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain('the sum of its $1 for each item of $0');
    expect(describeLibrary(skills.slice(0, 1))).toEqual([]);
  });

  it('is a function of the skills that were kept', () => {
    const { face } = skills[0]!;
    expect(grammarAfter(skills, face)).toEqual(grammarAfter(skills, face));
    expect(grammarAfter([], face).abstractions).toEqual([]);
  });

  it('means what it stands for: an abstraction written out is worth the same as the term that it was found in', () => {
    const { abstractions } = grammarAfter(skills, skills[0]!.face);
    const byName = new Map(abstractions.map((one) => [one.name, one]));
    const practice = recordPractice(kept[0]!, '1');
    const rows = practice
      .play('chance', 64)
      .map(({ steps }) => ({ track: { seen: [steps[0]!.observation], said: [] }, at: 0 }));
    const env = environmentOfFace(rows, practice.face, [...allColumns(practice.face, 0).values()], 0);
    const [term] = (skills[0]!.hypothesis as TermProgram).says;
    const parts = [...termsIn(term!)].filter(({ is }) => is === 'call' || is === 'each');
    const uses = abstractions.flatMap(({ name, term: open }) =>
      parts.flatMap((part) => {
        const args = argumentsOf(open, part);
        return args === undefined ? [] : [{ use: { is: 'call', name, args } as const, open, args, part }];
      }),
    );
    expect(uses.length).toBeGreaterThan(0);
    for (const { use, open, args, part } of uses) {
      expect(expanded(use, byName)).toEqual(part);
      expect(evaluateTerm(filled(open, args), env)).toEqual(evaluateTerm(part, env));
    }
  });

  it('finds with it what it found without, and spends less', () => {
    const rule = 'last count of a name';
    const [helped, alone, untaught] = [learn(rule, skills), learn(rule, skills, false), learn(rule)];
    expect([helped, alone].map(({ winner }) => winner?.mean)).toEqual([1, 1]);
    expect(helped.spent.effort).toBeLessThan(0.8 * alone.spent.effort);
    // Left out, it is as if no term had been kept.
    expect(alone.spent).toEqual(untaught.spent);
  });

  it('leaves skills to be carried over where it is left out', () => {
    const [rule] = kept;
    expect(learn(rule!, skills, false).winner?.carried).toBe(true);
  });
});

/** What fills the open places of a fragment so that it is a term; nothing where it does not fit. */
function argumentsOf(open: Term, part: Term): Term[] | undefined {
  const args: Term[] = [];
  const fits = (a: unknown, b: unknown): boolean => {
    if (typeof a !== 'object' || a === null) return a === b;
    const { name } = a as { readonly name?: unknown };
    if (typeof name === 'string' && name.startsWith('$')) {
      const at = Number(name.slice(1));
      args[at] ??= b as Term;
      return JSON.stringify(args[at]) === JSON.stringify(b);
    }
    const [x, y] = [Object.entries(a), Object.entries(b ?? {})];
    return x.length === y.length && x.every(([key, value]) => fits(value, (b as Record<string, unknown>)[key]));
  };
  return fits(open, part) ? args : undefined;
}
