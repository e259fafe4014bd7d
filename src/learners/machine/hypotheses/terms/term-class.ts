import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import { describeTerm } from '../../terms/describe-term.ts';
import { proveGates } from '../../terms/circuits/prove-gates.ts';
import type { Grammar } from '../../terms/grammar.ts';
import { columnsIn } from '../../terms/columns-in.ts';
import { evaluateTerm } from '../../terms/evaluate-term.ts';
import { termsIn } from '../../terms/library/term-parts.ts';
import { bitsOfTerm } from '../../terms/term-bits.ts';
import type { Term } from '../../terms/term.ts';
import type { BitEpisode } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import type { Meter } from '../meter.ts';
import type { Actor } from '../practice.ts';
import { goesOn, leastRight } from '../reward-labels.ts';
import { readScalar, writeWord } from '../word-view.ts';
import { countRight, type Example, type ExampleForm, examplesOf } from './examples.ts';
import { columnsOfFace } from './face-columns.ts';
import { environmentOfFace } from './face-rows.ts';
import { findTerm, type Wanted } from './find-term.ts';
import { Guesses } from './guesses.ts';
import { Judge } from './judge.ts';
import { grammarAfter, isProgram, shapeOf } from './library.ts';
import { allColumns, hasPlan, termPlan, type TermProgram } from './term-plan.ts';

const MOST_ANSWERS = 4096;
const MOST_WORDS = 4;
const BATCH = 200;
/** Batches on what is failed before what is in force is repaired, and right answers to it that tell terms apart. */
const FAILED_ROUNDS = 2;
const MOST_MISSED = 12;
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
/** What was said is looked back at where there are at most so many answers. */
const MOST_SAID = 8;
const MOST_CHAINED = 8;
/** Values of a word that cases are told apart by, such words, and effort from which it is done. */
const MOST_CASES = 6;
const MOST_CASE_WORDS = 4;
const CASES_FROM = 1e6;
/** Right answers of each case: fewer would be learnt by heart. */
const LEAST_CASE = 18;
/** Effort from which terms under tests are looked for. */
const SPLIT_FROM = 1e6;
/** Forms of observations that are told apart. */
const MOST_GROUPS = 8;

/** The language of terms over what is seen, what was said, and what came along in an episode: a term says each word of the answer. */
export const termClass: HypothesisClass<TermProgram> = {
  name: 'terms',
  says: 'a term over words, lists of records and what came along says each word of the answer',
  admits: ({ observation, action }) => areAnswers(action.ports) && observation.ports.some(isRead),

  *propose({ face, practice, evidence, meter, knobs, rng, kept, inForce }: Search) {
    const grammar = grammarAfter(kept, face);
    const answers = face.action.ports.reduce((product, { values }) => product * values, 1);
    const isGuessed = !goesOn(evidence.episodes) && face.action.ports.length === 1 && answers >= LEAST_GUESSED;
    const guesses = isGuessed ? new Guesses({ face, evidence, meter, knobs }, grammar) : undefined;
    const repaired = isProgram(inForce) ? inForce : undefined;
    let actor: 'chance' | Actor = 'chance';
    let proposed = '';
    // What is in force is mostly right: first come right answers to what it fails.
    for (let left = repaired === undefined ? 0 : FAILED_ROUNDS; left > 0; left -= 1) {
      guesses?.weigh(evidence, meter);
      practice.play(guesses?.actor(rng) ?? 'chance', BATCH, true);
      yield undefined;
    }
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const hits = rounds[Math.min(round, rounds.length - 1)]!;
      // Where an episode goes on, an answer may depend on the right answer before it: each of those needs its own examples.
      const wanted = goesOn(evidence.episodes) ? hits * Math.min(answers, MOST_CHAINED) : hits;
      let seen = countRight(evidence.episodes);
      while (seen.right < wanted && seen.steps < LONGEST_WAIT * answers * wanted) {
        guesses?.weigh(evidence, meter);
        practice.play(guesses?.actor(rng) ?? actor, BATCH);
        yield undefined;
        seen = countRight(evidence.episodes);
        meter.spend(seen.steps);
      }
      if (seen.right < rounds[0] || (repaired === undefined && seen.right > MOST_RIGHT * seen.steps)) return;
      const program = yield* searchProgram(
        { face, evidence, meter, knobs, grammar, repaired },
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

  refute({ says }, { episodes }, face) {
    const examples = examplesOf(episodes, face, { looksBack: 'past', said: 'as it was' });
    for (const [word, term] of says.entries()) {
      const { missed } = new Judge(face, examples, [...allColumns(face, word).values()], word).contradicts(term);
      const observation = missed?.row.track.seen[missed.row.at];
      const step = episodes.flatMap(({ steps }) => steps).find((one) => one.observation === observation);
      if (step !== undefined) return step;
    }
    return undefined;
  },

  carry(program, from, to) {
    const isAlike = (a: readonly WordPort[], b: readonly WordPort[]): boolean =>
      a.length === b.length && a.every((port, i) => shapeOf(port) === shapeOf(b[i]!));
    const isSame = isAlike(from.observation.ports, to.observation.ports) && isAlike(from.action.ports, to.action.ports);
    return isSame && hasPlan(program, to) ? program : undefined;
  },

  toMachine: (program, face) => termPlan(program, face),

  prove({ says }) {
    const names = new Set<string>();
    for (const term of says) {
      for (const part of termsIn(term)) if (part.is === 'call' || part.is === 'each') names.add(part.name);
    }
    return [...names].sort().flatMap((name) => {
      const proved = proveGates(name);
      return proved === undefined ? [] : [{ claim: proved.claim, proofs: [proved.proof] }];
    });
  },

  describe: ({ says }) => says.map((term) => describeTerm(term)).join('; '),
  cost: ({ says }) => says.reduce((sum, term) => sum + bitsOfTerm(term), 0),
};

function areAnswers(ports: readonly WordPort[]): boolean {
  const isPlain = ports.every(
    ({ role, repeats, cases }) => role === 'word' && repeats.every(({ count }) => count === 1) && cases.length === 0,
  );
  const answers = ports.reduce((product, { values }) => product * values, 1);
  return isPlain && ports.length > 0 && ports.length <= MOST_WORDS && answers <= MOST_ANSWERS;
}

function isRead({ role, repeats }: WordPort): boolean {
  return (role === 'word' || role === 'tag') && repeats.length <= 1;
}

function* searchProgram(
  {
    face,
    evidence,
    meter,
    knobs,
    grammar,
    repaired,
  }: Pick<Search, 'face' | 'evidence' | 'meter' | 'knobs'> & {
    readonly grammar: Grammar;
    readonly repaired: TermProgram | undefined;
  },
  allowed: readonly number[],
): Generator<undefined, TermProgram | undefined, void> {
  const searches = formsOf(face, evidence).flatMap((form) => {
    const examples = examplesOf(evidence.episodes, face, form);
    meter.spend(4 * examples.length);
    const whole = { search: new FormSearch(face, form, groupsOf(examples, face, tagsOf(face)), false), from: 0 };
    const cases = caseWordsOf(face).map((words) => ({
      search: new FormSearch(face, form, groupsOf(examples, face, [...tagsOf(face), ...words]), true),
      from: CASES_FROM,
    }));
    return [whole, ...cases];
  });
  for (const effort of allowed) {
    for (const { search, from } of searches) {
      if (effort < from || !search.isPromising) continue;
      const program = yield* search.run({ effort, grammar, knobs, repaired, cases: effort >= SPLIT_FROM }, meter);
      if (program !== undefined) return program;
    }
  }
  return undefined;
}

/** What a program may look back at: nothing, what was said, what was seen, and what was seen and said. */
function formsOf(face: FacePorts, { episodes }: Search['evidence']): ExampleForm[] {
  const forms: ExampleForm[] = [{ looksBack: 'nothing', said: 'ignored' }];
  if (!goesOn(episodes)) return forms;
  forms.push(
    { looksBack: 'nothing', said: 'right' },
    { looksBack: 'seen', said: 'right' },
    { looksBack: 'seen', said: 'ignored' },
  );
  const [answer, other] = face.action.ports;
  if (other === undefined && answer!.values <= MOST_SAID) {
    forms.push({ looksBack: 'past', said: 'always right' });
    if (outlivesMistakes(episodes)) forms.push({ looksBack: 'past', said: 'as it was' });
  }
  return forms;
}

/** Whether some episode went on after a step that was not right. */
function outlivesMistakes(episodes: readonly BitEpisode[]): boolean {
  const least = leastRight(episodes) ?? -Infinity;
  return episodes.some(({ steps }) => steps.some(({ reward, next }) => reward < least && next !== undefined));
}

/** What a program says, and at times an answer by chance: mistakes early on hide what comes later. */
function explorer(program: TermProgram, face: FacePorts, rng: Rng): Actor {
  const installed = new InstalledThinker(termPlan(program, face), EXPLORING_LANES);
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
  private readonly found = new Map<string, Term>();
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
      hits.some((right) => right >= rounds[0] / 2) &&
      (!this.isByCases || (hits.length > 1 && hits.every((right) => right >= LEAST_CASE)))
    );
  }

  *run(
    {
      effort,
      grammar,
      knobs,
      cases,
      repaired,
    }: Pick<Wanted, 'effort' | 'grammar' | 'knobs' | 'cases'> & { readonly repaired: TermProgram | undefined },
    meter: Meter,
  ): Generator<undefined, TermProgram | undefined, void> {
    const says: Term[] = [];
    for (const [word] of this.face.action.ports.entries()) {
      const columns = columnsOfFace(this.face, word, {
        looksBack: this.form.looksBack,
        isSaid: this.form.said !== 'ignored',
      });
      const found: { readonly test: Term | undefined; readonly term: Term }[] = [];
      for (const [g, { test, examples }] of this.groups.entries()) {
        if (rightOf(examples) === 0) continue;
        const name = `${word}/${g}`;
        const { inForce, missed } = repairOf(repaired?.says[word], { face: this.face, examples, columns, word });
        const hard = this.hard.get(name) ?? missed;
        this.hard.set(name, hard);
        const common = { face: this.face, examples, columns, grammar, knobs, word, effort, cases, hard, inForce };
        const term = this.found.get(name) ?? (yield* findTerm(common, meter));
        if (term === undefined) return undefined;
        this.found.set(name, term);
        found.push({ test, term });
      }
      const whole = joinedCases(found);
      if (whole === undefined) return undefined;
      says.push(whole);
    }
    return { says };
  }
}

/** The term in force, where it can be read here, and right answers that it is wrong about: what is looked for is told apart by these, and may be made of it. */
function repairOf(
  term: Term | undefined,
  { face, examples, columns, word }: Pick<Wanted, 'face' | 'examples' | 'columns' | 'word'>,
): { readonly inForce: Term | undefined; readonly missed: Example[] } {
  const names = new Set(columns.map(({ name }) => name));
  if (term === undefined || columnsIn(term).some((name) => !names.has(name))) return { inForce: undefined, missed: [] };
  const right = examples.filter(({ isRight }) => isRight);
  const env = environmentOfFace(
    right.map(({ row }) => row),
    face,
    columns,
    word,
  );
  const worth = evaluateTerm(term, env);
  return { inForce: term, missed: right.filter(({ said }, i) => said[word] !== worth[i]).slice(0, MOST_MISSED) };
}

/** A choice by tests, the commonest case at the end; cases that say the same are one. */
function joinedCases(found: readonly { readonly test: Term | undefined; readonly term: Term }[]): Term | undefined {
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  const different = others.filter(({ term }) => JSON.stringify(term) !== JSON.stringify(first.term));
  if (different.length === 0) return first.term;
  const cases = different.flatMap(({ test, term }) => (test === undefined ? [] : [{ when: test, gives: term }]));
  return { is: 'choice', cases, otherwise: first.term };
}

function rightOf(examples: readonly Example[]): number {
  return examples.reduce((sum, { isRight }) => sum + Number(isRight), 0);
}

/** Examples that terms of their own are looked for, and the test that tells them. */
interface Group {
  readonly test: Term | undefined;
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
    const { track, at } = example.row;
    const key = tags.map((tag) => readScalar(track.seen[at]!, ports[tag]!) + ports[tag]!.low).join();
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

function isValue(port: number, value: number): Term {
  return {
    is: 'call',
    name: 'equal',
    args: [
      { is: 'column', name: `word ${port}` },
      { is: 'word', value },
    ],
  };
}

function joinedTests(tests: readonly Term[]): Term | undefined {
  return tests.reduce<Term | undefined>(
    (all, one) => (all === undefined ? one : { is: 'call', name: 'and', args: [all, one] }),
    undefined,
  );
}
