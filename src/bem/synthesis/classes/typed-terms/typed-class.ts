import type { FacePorts, WordPort } from '#contracts/words';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import type { Meter } from '../meter.ts';
import { goesOn } from '../reward-labels.ts';
import { readScalar } from '../word-view.ts';
import { countRight, type Example, type ExampleForm, examplesOf } from './examples.ts';
import { findTerm, Judge } from './find-term.ts';
import { sortOf } from './term-pool.ts';
import {
  describeTerm,
  type NumberTerm,
  type Register,
  registersIn,
  renumbered,
  sizeOf,
  type TypedProgram,
} from './typed-term.ts';
import { typedPlan } from './typed-plan.ts';

const MOST_ANSWERS = 4096;
const MOST_WORDS = 4;
const BATCH = 200;
/** Right answers before each search. */
const rounds = [40, 120, 400] as const;
/** Times as many answers by chance as should be enough, after which right ones are taken to stay too few. */
const LONGEST_WAIT = 2;
/** Where so many are right there is nothing to be told. */
const MOST_RIGHT = 0.9;
/** Effort of one search, shallow ones first. */
const efforts = [2e5, 1e6, 4e6, 1e7, 4e7] as const;
const MOST_NAMES = 12;
const MOST_CHAINED = 8;
/** Forms of observations that are told apart. */
const MOST_GROUPS = 8;

/**
 * Terms over words, lists and records: sums, least and most, what is found where tests hold, tables, cases; over what was seen, what was said last and what is kept.
 * Grown by size, those that compute the same taken once, until one agrees with all that was right and nothing that was wrong.
 */
export const typedClass: HypothesisClass<TypedProgram> = {
  name: 'typed terms',
  says: 'a term over words, lists and what is kept says each word of the answer',
  admits: ({ observation, action }) => areAnswers(action.ports) && observation.ports.some(isRead),

  *propose({ face, practice, evidence, meter }: Search) {
    const answers = face.action.ports.reduce((product, { values }) => product * values, 1);
    for (const [round, hits] of rounds.entries()) {
      // What was said last is known only after a right answer.
      const wanted = goesOn(evidence.episodes) ? hits * Math.min(answers, MOST_CHAINED) : hits;
      let seen = countRight(evidence.episodes);
      while (seen.right < wanted && seen.steps < LONGEST_WAIT * answers * wanted) {
        practice.play('chance', BATCH);
        yield undefined;
        seen = countRight(evidence.episodes);
        meter.spend(seen.steps);
      }
      if (seen.right < rounds[0] || seen.right > MOST_RIGHT * seen.steps) return;
      const program = yield* searchProgram({ face, evidence, meter }, efforts.slice(0, round + 3));
      if (program !== undefined) yield program;
    }
  },

  refute({ registers, says }, { episodes }, face) {
    const examples = examplesOf(episodes, face, { isChained: true, registers });
    const judges = says.map((_, word) => new Judge({ face, examples, registers, word }));
    const wrong = judges.flatMap((judge, word) => judge.wrongAt(says[word]!));
    const observation = wrong[0]?.observation;
    return episodes.flatMap(({ steps }) => steps).find((step) => step.observation === observation);
  },

  carry(program, from, to) {
    const isAlike = (a: readonly WordPort[], b: readonly WordPort[]): boolean =>
      a.length === b.length && a.every((port, i) => shapeOf(port) === shapeOf(b[i]!));
    const isSame = isAlike(from.observation.ports, to.observation.ports) && isAlike(from.action.ports, to.action.ports);
    return isSame ? program : undefined;
  },

  toMachine: (program, face) => typedPlan(program, face),

  describe: ({ registers, says }) =>
    [
      ...registers.map(
        ({ by, of, when }, r) => `memory ${r} = ${by} of ${describeTerm(of)} where ${describeTerm(when)}`,
      ),
      ...says.map((term) => describeTerm(term)),
    ].join('; '),

  cost: ({ registers, says }) =>
    6 * [...says, ...registers.flatMap(({ of, when }) => [of, when])].reduce((sum, term) => sum + sizeOf(term), 0),
};

function shapeOf({ role, symbol, repeats, cases }: WordPort): string {
  return JSON.stringify([role, symbol, repeats.length, cases]);
}

function areAnswers(ports: readonly WordPort[]): boolean {
  const isPlain = ports.every(({ role, repeats, cases }) => role === 'word' && repeats.length + cases.length === 0);
  const answers = ports.reduce((product, { values }) => product * values, 1);
  return isPlain && ports.length > 0 && ports.length <= MOST_WORDS && answers <= MOST_ANSWERS;
}

function isRead({ role, repeats }: WordPort): boolean {
  return (role === 'word' || role === 'tag') && repeats.length <= 1;
}

function* searchProgram(
  { face, evidence, meter }: Pick<Search, 'face' | 'evidence' | 'meter'>,
  allowed: readonly number[],
): Generator<undefined, TypedProgram | undefined, void> {
  const forms: ExampleForm[] = [{ isChained: false, registers: [] }];
  if (goesOn(evidence.episodes)) {
    const registers = registersOf(face);
    forms.push({ isChained: true, registers: [] }, { isChained: true, registers }, { isChained: false, registers });
  }
  const searches = forms.map((form) => {
    const examples = examplesOf(evidence.episodes, face, form);
    meter.spend(examples.length * (1 + form.registers.length));
    return new FormSearch(face, form, examples);
  });
  for (const effort of allowed) {
    for (const search of searches) {
      if (!search.isPromising) continue;
      const program = yield* search.run(effort, meter);
      if (program !== undefined) return trimmed(program);
    }
  }
  return undefined;
}

/** The search for a program of one form: each form of the observation, as its tags tell, has its own terms. */
class FormSearch {
  private readonly face: FacePorts;
  private readonly form: ExampleForm;
  private readonly groups: readonly { readonly test: NumberTerm | undefined; readonly examples: readonly Example[] }[];
  private readonly found = new Map<string, NumberTerm>();

  constructor(face: FacePorts, form: ExampleForm, examples: readonly Example[]) {
    this.face = face;
    this.form = form;
    this.groups = groupsOf(examples, face);
  }

  get isPromising(): boolean {
    return this.groups.some(({ examples }) => rightOf(examples) >= rounds[0] / 2);
  }

  *run(effort: number, meter: Meter): Generator<undefined, TypedProgram | undefined, void> {
    const { registers, isChained } = this.form;
    const says: NumberTerm[] = [];
    for (const [word, port] of this.face.action.ports.entries()) {
      const more = [
        ...(isChained ? [{ term: { kind: 'said' }, sort: sortOf(port) } as const] : []),
        ...registers.map((_, register) => ({ term: { kind: 'kept', register }, sort: 'number' }) as const),
      ];
      let whole: NumberTerm | undefined;
      for (const [g, { test, examples }] of this.groups.entries()) {
        if (rightOf(examples) === 0) continue;
        const name = `${word}/${g}`;
        const common = { face: this.face, examples, registers, more, word, effort };
        const term = this.found.get(name) ?? (yield* findTerm(common, meter));
        if (term === undefined) return undefined;
        this.found.set(name, term);
        whole = whole === undefined || test === undefined ? term : { kind: 'if', test, yes: term, no: whole };
      }
      if (whole === undefined) return undefined;
      says.push(whole);
    }
    return { registers, says };
  }
}

function rightOf(examples: readonly Example[]): number {
  return examples.reduce((sum, { isRight }) => sum + Number(isRight), 0);
}

/** Examples by the values of their tags, those with most right answers first; one group where there are too many. */
function groupsOf(
  examples: readonly Example[],
  { observation: { ports } }: FacePorts,
): { readonly test: NumberTerm | undefined; readonly examples: readonly Example[] }[] {
  const tags = ports.flatMap(({ role, repeats }, tag) => (role === 'tag' && repeats.length === 0 ? [tag] : []));
  const groups = new Map<string, Example[]>();
  for (const example of examples) {
    const key = tags.map((tag) => readScalar(example.situation.observation, ports[tag]!)).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [example]);
    else group.push(example);
  }
  if (groups.size > MOST_GROUPS) return [{ test: undefined, examples }];
  return [...groups]
    .sort((a, b) => rightOf(b[1]) - rightOf(a[1]))
    .map(([key, group]) => {
      const tests = key === '' ? [] : key.split(',').map((value, i) => isValue(tags[i]!, Number(value)));
      return { test: joinedTests(tests), examples: group };
    });
}

function isValue(port: number, value: number): NumberTerm {
  return { kind: 'of', by: 'same', a: { kind: 'word', port }, b: { kind: 'constant', value } };
}

function joinedTests(tests: readonly NumberTerm[]): NumberTerm | undefined {
  return tests.reduce<NumberTerm | undefined>(
    (all, one) => (all === undefined ? one : { kind: 'of', by: 'both', a: all, b: one }),
    undefined,
  );
}

/** What may be worth keeping: how often a name was seen, sums of numbers, the last of each word where it was there. */
function registersOf({ observation: { ports } }: FacePorts): Register[] {
  const always: NumberTerm = { kind: 'constant', value: 1 };
  return ports.flatMap((port, index): Register[] => {
    if (port.repeats.length > 0 || port.role === 'real' || port.role === 'mark') return [];
    const word: NumberTerm = { kind: 'word', port: index };
    const when = joinedTests(port.cases.map(({ tag, value }) => isValue(tag, value))) ?? always;
    const last: Register[] = when === always ? [] : [{ by: 'last', of: word, when }];
    if (!port.symbol) return [...last, { by: 'sum', of: word, when }, { by: 'most', of: word, when }];
    const names = Array.from({ length: Math.min(port.values, MOST_NAMES) }, (_, value): Register => {
      const is = isValue(index, value);
      return { by: 'sum', of: always, when: when === always ? is : joinedTests([is, when])! };
    });
    return port.role === 'tag' ? [] : [...last, ...names];
  });
}

/** The same program without what it keeps in vain. */
function trimmed({ registers, says }: TypedProgram): TypedProgram {
  const used = new Set<number>();
  for (const term of says) registersIn(term, used);
  const order = [...used].sort((a, b) => a - b);
  return {
    registers: order.map((r) => registers[r]!),
    says: says.map((term) => renumbered(term, (register) => order.indexOf(register))),
  };
}
