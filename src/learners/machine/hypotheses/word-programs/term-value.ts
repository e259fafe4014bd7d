import type { WordPort } from '#foundation/contracts/words';
import { readPort, readScalar } from '../word-view.ts';
import type { Comparison, End, ListTerm, Term } from './term.ts';

/** What terms are computed from. */
export interface TermWorld {
  readonly observation: Uint8Array;
  readonly ports: readonly WordPort[];
  /** What each skill of the program answers here. */
  readonly skills: readonly number[];
}

/** The number that digits spell in a base. */
export function spell(digits: readonly number[], base: number, highest: End): number {
  const ordered = highest === 'first' ? digits : digits.toReversed();
  return ordered.reduce((sum, digit) => sum * base + digit, 0);
}

const compared: Readonly<Record<Comparison, (other: number, item: number) => boolean>> = {
  below: (other, item) => other < item,
  above: (other, item) => other > item,
  same: (other, item) => other === item,
};

/** For each item how many of a list compare so with it. */
export function rankAll(items: readonly number[], by: Comparison): number[] {
  return items.map((item) => items.reduce((count, other) => count + (compared[by](other, item) ? 1 : 0), 0));
}

function listValue(list: ListTerm, world: TermWorld): number[] {
  if (list.kind === 'rank') return rankAll(listValue(list.of, world), list.by);
  const port = world.ports[list.port]!;
  const items = readPort(world.observation, port);
  if (list.kind === 'column') return items;
  const [outer, inner] = port.repeats;
  return Array.from({ length: outer!.count }, (_, i) =>
    spell(items.slice(i * inner!.count, (i + 1) * inner!.count), port.values, list.highest),
  );
}

/** The value of a term by its definition. */
export function termValue(term: Term, world: TermWorld): number {
  switch (term.kind) {
    case 'constant':
      return term.value;
    case 'word':
      return readScalar(world.observation, world.ports[term.port]!);
    case 'number': {
      const port = world.ports[term.port]!;
      return spell(readPort(world.observation, port), port.values, term.highest);
    }
    case 'find':
      return Math.max(0, listValue(term.list, world).indexOf(termValue(term.what, world)));
    case 'at':
      return listValue(term.list, world)[termValue(term.index, world)] ?? 0;
    case 'add':
      return termValue(term.a, world) + termValue(term.b, world);
    case 'less':
      return Math.max(0, termValue(term.a, world) - termValue(term.b, world));
    case 'skill':
      return world.skills[term.skill] ?? 0;
  }
}
