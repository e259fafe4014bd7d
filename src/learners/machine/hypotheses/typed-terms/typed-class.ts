import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import type { BitEpisode, BitStep } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import type { Meter } from '../meter.ts';
import type { Actor } from '../practice.ts';
import { goesOn, leastRight } from '../reward-labels.ts';
import { readScalar, writeWord } from '../word-view.ts';
import { countRight, type Example, type ExampleForm, examplesOf } from './examples.ts';
import { findTerm } from './find-term.ts';
import { Judge, type Wanted } from './term-judge.ts';
import { Guesses } from './guesses.ts';
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
/** Answers from which those of small terms are drawn more often. */
const LEAST_GUESSED = 16;
/** Searches at most: each begins with what the last proposal was wrong about. */
const MOST_ROUNDS = 8;
/** How often an answer is drawn by chance instead of the program's: a rate for each lane. */
const explores = [0.05, 0.15, 0.3] as const;
const EXPLORING_LANES = 128;
const MOST_NAMES = 12;
/** Answers that registers are kept by, and registers of that sort. */
const MOST_SAID = 8;
const MOST_AFTER = 72;
/** Episodes that tell which words change. */
const LOOKED = 200;
/** Values of a word that cases are told apart by, such words, and effort from which it is done. */
const MOST_CASES = 6;
const MOST_CASE_WORDS = 4;
const CASES_FROM = 1e6;
/** Right answers of each case: fewer would be learnt by heart. */
const LEAST_CASE = 18;
/** Effort from which terms under tests are looked for. */
const SPLIT_FROM = 4e6;
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

  *propose({ face, practice, evidence, meter, rng }: Search) {
    const answers = face.action.ports.reduce((product, { values }) => product * values, 1);
    const isGuessed = !goesOn(evidence.episodes) && face.action.ports.length === 1 && answers >= LEAST_GUESSED;
    const guesses = isGuessed ? new Guesses(face, evidence, meter) : undefined;
    let actor: 'chance' | Actor = 'chance';
    let proposed = '';
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const hits = rounds[Math.min(round, rounds.length - 1)]!;
      // What was said last is known only after a right answer.
      const wanted = goesOn(evidence.episodes) ? hits * Math.min(answers, MOST_CHAINED) : hits;
      let seen = countRight(evidence.episodes);
      while (seen.right < wanted && seen.steps < LONGEST_WAIT * answers * wanted) {
        guesses?.weigh(evidence, meter);
        practice.play(guesses?.actor(rng) ?? actor, BATCH);
        yield undefined;
        seen = countRight(evidence.episodes);
        meter.spend(seen.steps);
      }
      if (seen.right < rounds[0] || seen.right > MOST_RIGHT * seen.steps) return;
      const program = yield* searchProgram(
        { face, evidence, meter },
        efforts.slice(0, round < 2 ? round + 2 : efforts.length),
      );
      if (program === undefined) {
        if (round + 1 >= rounds.length) return;
        continue;
      }
      const isNew = JSON.stringify(program) !== proposed;
      proposed = JSON.stringify(program);
      if (isNew) yield program;
      actor = explorer(program, face, rng);
      practice.play(actor, BATCH);
      yield undefined;
    }
  },

  refute({ registers, says }, { episodes }, face) {
    const examples = examplesOf(episodes, face, { said: 'right', registers });
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
        ({ by, of, when, after }, r) =>
          `memory ${r} = ${by} of ${describeTerm(of)} where ${describeTerm(when)}${after === undefined ? '' : `, answer ${after.value} ${after.does}`}`,
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
  const searches = formsOf(face, evidence).flatMap((form) => {
    const examples = examplesOf(evidence.episodes, face, form);
    meter.spend(examples.length * (1 + form.registers.length));
    const whole = { search: new FormSearch(face, form, groupsOf(examples, face, tagsOf(face)), false), from: 0 };
    const cases = caseWordsOf(face).map((words) => ({
      search: new FormSearch(face, form, groupsOf(examples, face, [...tagsOf(face), ...words]), true),
      from: CASES_FROM,
    }));
    return [whole, ...cases];
  });
  for (const effort of allowed) {
    // Of two forms the one that needs no cases comes first.
    for (const splits of effort < SPLIT_FROM ? [false] : [false, true]) {
      for (const { search, from } of searches) {
        if (effort < from || !search.isPromising) continue;
        const program = yield* search.run({ effort, splits }, meter);
        if (program !== undefined) return trimmed(program);
      }
    }
  }
  return undefined;
}

/** What a program may look back at: nothing, what was said, what was seen, and what was seen and said. */
function formsOf(face: FacePorts, { episodes }: Search['evidence']): ExampleForm[] {
  const forms: ExampleForm[] = [{ said: 'ignored', registers: [] }];
  if (!goesOn(episodes)) return forms;
  const [registers, after] = [registersOf(face), afterRegistersOf(face, episodes)];
  forms.push({ said: 'right', registers: [] }, { said: 'right', registers }, { said: 'ignored', registers });
  if (after.length > 0) {
    forms.push({ said: 'always right', registers: after });
    if (outlivesMistakes(episodes)) forms.push({ said: 'as it was', registers: after });
  }
  return forms;
}

/** Whether some episode went on after a step that was not right. */
function outlivesMistakes(episodes: readonly BitEpisode[]): boolean {
  const least = leastRight(episodes) ?? -Infinity;
  return episodes.some(({ steps }) => steps.some(({ reward, next }) => reward < least && next !== undefined));
}

/** What a program says, and at times an answer by chance: mistakes early on hide what comes later. */
function explorer(program: TypedProgram, face: FacePorts, rng: Rng): Actor {
  const installed = new InstalledThinker(typedPlan(program, face), EXPLORING_LANES);
  return {
    lanes: installed.lanes,
    begin: () => installed.begin(),
    act: (observations) =>
      installed.act(observations).map((action, lane) => {
        if (action === undefined || !rng.chance(explores[lane % explores.length]!)) return action;
        const drawn = Uint8Array.from(action);
        for (const { offset, width, values } of face.action.ports) writeWord(drawn, offset, width, rng.below(values));
        return drawn;
      }),
  };
}

/** The search for a program of one form: each form of the observation, as its tags tell, has its own terms. */
class FormSearch {
  private readonly face: FacePorts;
  private readonly form: ExampleForm;
  private readonly groups: readonly Group[];
  private readonly isByCases: boolean;
  private readonly found = new Map<string, NumberTerm>();
  private readonly hard = new Map<string, Example[]>();

  constructor(face: FacePorts, form: ExampleForm, groups: readonly Group[], isByCases: boolean) {
    this.isByCases = isByCases;
    this.face = face;
    this.form = form;
    this.groups = groups;
  }

  get isPromising(): boolean {
    const hits = this.groups.map(({ examples }) => rightOf(examples)).filter((right) => right > 0);
    return (
      hits.some((right) => right >= rounds[0] / 2) && (!this.isByCases || hits.every((right) => right >= LEAST_CASE))
    );
  }

  *run(
    { effort, splits }: Pick<Wanted, 'effort' | 'splits'>,
    meter: Meter,
  ): Generator<undefined, TypedProgram | undefined, void> {
    const { registers, said } = this.form;
    const says: NumberTerm[] = [];
    for (const [word, port] of this.face.action.ports.entries()) {
      const more = [
        ...(said === 'ignored' ? [] : [{ term: { kind: 'said' }, sort: sortOf(port) } as const]),
        ...registers.map((_, register) => ({ term: { kind: 'kept', register }, sort: 'number' }) as const),
      ];
      let whole: NumberTerm | undefined;
      for (const [g, { test, examples }] of this.groups.entries()) {
        if (rightOf(examples) === 0) continue;
        const name = `${word}/${g}`;
        const hard = this.hard.get(name) ?? [];
        this.hard.set(name, hard);
        const common = { face: this.face, examples, registers, more, word, effort, splits, hard };
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

/** Examples that terms of their own are looked for, and the test that tells them. */
interface Group {
  readonly test: NumberTerm | undefined;
  readonly examples: readonly Example[];
}

function tagsOf({ observation: { ports } }: FacePorts): number[] {
  return ports.flatMap(({ role, repeats }, tag) => (role === 'tag' && repeats.length === 0 ? [tag] : []));
}

/** Names and flags of few values, by each of which cases may be told apart, and by all together. */
function caseWordsOf({ observation: { ports } }: FacePorts): number[][] {
  const few = ports.flatMap(({ role, repeats, symbol, values, cases }, word) =>
    role === 'word' && repeats.length + cases.length === 0 && (symbol || values === 2) && values <= MOST_CASES
      ? [word]
      : [],
  );
  const product = few.reduce((all, word) => all * ports[word]!.values, 1);
  const together = few.length > 1 && product <= MOST_GROUPS ? [few] : [];
  return [...few.slice(0, MOST_CASE_WORDS).map((word) => [word]), ...together];
}

/** Examples by the values of some words, those with most right answers first; one group where there are too many. */
function groupsOf(
  examples: readonly Example[],
  { observation: { ports } }: FacePorts,
  tags: readonly number[],
): Group[] {
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

/** What may be worth keeping by what was said: sums and numbers of steps, the last of each word, counted or begun again where one answer was given. */
function afterRegistersOf({ observation, action }: FacePorts, episodes: readonly BitEpisode[]): Register[] {
  const [answer, other] = action.ports;
  if (answer === undefined || other !== undefined || answer.values > MOST_SAID) return [];
  const always: NumberTerm = { kind: 'constant', value: 1 };
  // What stays the same through an episode is seen at every step.
  const some = episodes.slice(0, LOOKED).flatMap(({ steps }) => steps);
  const numbers = observation.ports.flatMap((word, port): NumberTerm[] => {
    const isNumber = word.role === 'word' && word.repeats.length === 0 && !word.symbol && word.values > 2;
    const changes = ({ observation: seen, next }: BitStep): boolean =>
      next !== undefined && readScalar(seen, word) !== readScalar(next, word);
    return isNumber && some.some(changes) ? [{ kind: 'word', port }] : [];
  });
  const values = Array.from({ length: answer.values }, (_, i) => answer.low + i);
  const made = [...numbers, always].flatMap((of) =>
    values.flatMap((value): Register[] => {
      const kept = (['counts', 'restarts', 'clears'] as const).map((does): Register => ({
        by: 'sum',
        of,
        when: always,
        after: { word: 0, value, does },
      }));
      const last: Register = { by: 'last', of, when: always, after: { word: 0, value, does: 'counts' } };
      return of === always ? kept : [...kept, last];
    }),
  );
  const all = [...numbers, always].map((of): Register => ({
    by: 'sum',
    of,
    when: always,
    after: { word: 0, value: answer.low - 1, does: 'clears' },
  }));
  return [...all, ...made].slice(0, MOST_AFTER);
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
