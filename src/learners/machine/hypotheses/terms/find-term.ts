import type { FacePorts } from '#foundation/contracts/words';
import { evaluateTerm } from '../../terms/evaluate-term.ts';
import type { Grammar } from '../../terms/grammar.ts';
import type { Meter as SearchMeter } from '../../terms/meter.ts';
import { shiftsOf } from '../../terms/solve-shift.ts';
import { solveCases } from '../../terms/solve-cases.ts';
import { solveCombination, solveCombinationWithMore } from '../../terms/solve-combination.ts';
import { solveMeasure } from '../../terms/solve-measure.ts';
import { solveModularSum } from '../../terms/solve-modular-sum.ts';
import { solveCompare, solveNth } from '../../terms/solve-outermost.ts';
import { solveTable } from '../../terms/solve-table.ts';
import { solveTwo } from '../../terms/solve-two.ts';
import { type Entry, termOf } from '../../terms/entry.ts';
import { Space } from '../../terms/space.ts';
import type { Term } from '../../terms/term.ts';
import type { Trial } from '../../terms/trial.ts';
import type { LessonKnobs } from '../../search-knobs.ts';
import type { Meter } from '../meter.ts';
import type { Example } from './examples.ts';
import { type FaceColumn, groupsOf } from './face-columns.ts';
import { environmentOfFace, type FaceRow } from './face-rows.ts';
import { Judge } from './judge.ts';
import { SharedMeter } from './shared-meter.ts';
import { hasPlan } from './term-plan.ts';

/** What a term is looked for by. */
export interface Wanted {
  readonly face: FacePorts;
  readonly examples: readonly Example[];
  readonly columns: readonly FaceColumn[];
  readonly grammar: Grammar;
  readonly knobs: LessonKnobs;
  /** The word of the action. */
  readonly word: number;
  /** Effort after which no further terms are grown. */
  readonly effort: number;
  /** Whether cases are looked for at the end. */
  readonly cases: boolean;
  /** Right answers that terms were wrong about which agreed with the first ones; what is found goes here too. */
  readonly hard: Example[];
  /** The term in force: others may be made of it, such as cases. */
  readonly inForce?: Term | undefined;
}

/** Effort per example of a term that is looked at closely. */
const CONSIDERING = 8;

/** Looks for a term that all examples agree with. */
export function* findTerm(wanted: Wanted, race: Meter): Generator<undefined, Term | undefined, void> {
  const { hard, examples } = wanted;
  // Those that tell most are among the first, and not alone there.
  const mixed = new Set(examples.flatMap((example, i) => (i < hard.length ? [example, hard[i]!] : [example])));
  const judge = new Judge(wanted.face, [...mixed], wanted.columns, wanted.word);
  if (judge.right.length === 0) return undefined;
  let spent = 0;
  for (let restart = 0; restart <= wanted.knobs.mostRestarts && spent < wanted.effort; restart += 1) {
    const search = new SampleSearch(wanted, judge, new SharedMeter(race, (wanted.effort - spent) / 0.7));
    yield* search.run();
    spent += search.spent;
    if (search.found !== undefined) return search.found;
    if (!search.isMisled) return undefined;
  }
  return undefined;
}

/** The search on a few rows that tell much; what agrees with them is held against all. */
class SampleSearch implements Trial {
  found: Term | undefined;
  readonly right: Int32Array;
  readonly meter: SharedMeter;
  private readonly wanted: Wanted;
  private readonly judge: Judge;
  private readonly space: Space;
  private readonly sample: readonly Example[];
  private readonly sampleRight: Int32Array;
  private readonly looked = { word: 0, flag: 0, symbol: 0 };
  private refused = 0;
  private solvedAt = 8;

  constructor(wanted: Wanted, judge: Judge, meter: SharedMeter) {
    const { face, word, hard, knobs } = wanted;
    this.wanted = wanted;
    this.judge = judge;
    this.meter = meter;
    this.right = judge.right;
    const { values } = face.action.ports[word]!;
    // A wrong term of a million agrees with 32 bits of right answers with a chance of 2⁻¹².
    const told = Math.ceil(knobs.signatureBits / Math.log2(values));
    const size = Math.min(judge.hits.length, Math.max(knobs.fewestCompared, told));
    this.sample = [
      ...new Set([...judge.hits.slice(0, size), ...(knobs.mostHard === 0 ? [] : hard.slice(-knobs.mostHard))]),
    ];
    this.sampleRight = Int32Array.from(this.sample, ({ said }) => said[word]!);
    this.space = spaceOn(
      this.sample.map(({ row }) => row),
      wanted,
      meter,
    );
  }

  get spent(): number {
    return this.meter.spent;
  }

  /** Whether many terms agreed with the sample and not with all. */
  get isMisled(): boolean {
    return this.refused > this.wanted.knobs.mostRefused;
  }

  private get isOver(): boolean {
    return this.found !== undefined || this.isMisled;
  }

  *run(): Generator<undefined, void, void> {
    const { space } = this;
    const { mostTermBits } = this.wanted.knobs;
    if (this.accepts({ is: 'word', value: this.sampleRight[0]! })) return;
    for (let level = 1; level <= mostTermBits && !space.isFull && !this.isOver; level += 1) {
      yield* space.growing(level);
      this.look();
      if (!this.isOver && space.entries('word').length > 3 * this.solvedAt) {
        this.solvedAt = space.entries('word').length;
        this.solve();
        yield undefined;
      }
    }
    if (this.isOver) return;
    this.meter.allow(this.wanted.effort);
    this.solve();
    if (!this.isOver && this.answers.values > 2) solveCombinationWithMore(space, this);
    yield undefined;
    if (!this.isOver && this.wanted.cases) solveCases(space, this.sampleRight, this);
  }

  worth(term: Term, rows?: number): Int32Array {
    const column = this.judge.worth(term, rows);
    this.meter.spend(2 * column.length);
    return column;
  }

  accepts(term: Term): boolean {
    if (this.isOver) return this.found !== undefined;
    this.meter.spend(this.judge.size * CONSIDERING);
    const { count, missed } = this.judge.contradicts(term);
    if (count === 0 && hasGates(term, this.wanted)) {
      this.found = term;
      return true;
    }
    this.refused += 1;
    const { hard } = this.wanted;
    if (missed !== undefined && !hard.includes(missed)) hard.push(missed);
    return false;
  }

  private get answers(): { readonly low: number; readonly values: number } {
    return this.wanted.face.action.ports[this.wanted.word]!;
  }

  /** Takes up the entries that are new since it last looked. */
  private look(): void {
    for (const type of ['word', 'flag', 'symbol'] as const) {
      const entries = this.space.entries(type);
      for (; this.looked[type] < entries.length && !this.isOver; this.looked[type] += 1) {
        this.consider(entries[this.looked[type]]!);
      }
    }
  }

  private consider(entry: Entry): void {
    this.meter.spend(2);
    if (entry.type === 'symbol') {
      if (entry.column.every((value, i) => value === this.sampleRight[i])) this.accepts(termOf(entry));
      return;
    }
    const shift = shiftsOf(entry.column, this.sampleRight, this.answers);
    if (shift !== undefined) this.accepts(shift(termOf(entry)));
  }

  private solve(): void {
    const { space, sampleRight, answers } = this;
    const isFound =
      (answers.values === 2 && answers.low === 0 && solveCompare(space, sampleRight, this)) ||
      solveMeasure(space, sampleRight, this) ||
      solveNth(space, sampleRight, this) ||
      solveCombination(space, this) ||
      solveModularSum(space, this, answers) ||
      solveTable(space, this, answers) ||
      solveTwo(space, sampleRight, this);
    if (isFound) this.solvedAt = 0;
  }
}

/** All terms over some rows of a face. */
export function spaceOn(
  sample: readonly FaceRow[],
  {
    face,
    columns,
    grammar,
    knobs,
    word,
    inForce,
  }: Pick<Wanted, 'face' | 'columns' | 'grammar' | 'knobs' | 'word' | 'inForce'>,
  meter: SearchMeter,
): Space {
  const env = environmentOfFace(sample, face, columns, word);
  const isFixed = (name: string): boolean => name === 'answers';
  const open = columns.flatMap(({ name, type, bits, isFlag, group, isAlong }): Entry[] => {
    const leaf: Entry = {
      type,
      column: env.column(name).column,
      bits,
      isOpen: !isFixed(name),
      ...(type === 'list' && group === undefined && { places: name }),
      ...(isAlong && { isAlong }),
      make: { leaf: { is: 'column', name } },
    };
    const truth: Term = { is: 'call', name: 'truth', args: [{ is: 'column', name }] };
    return isFlag && type !== 'list' ? [leaf, { ...leaf, type: 'flag', make: { leaf: truth } }] : [leaf];
  });
  const closed = (grammar.constants ?? []).map(({ term, type, bits }): Entry => ({
    type,
    column: evaluateTerm(term, env),
    bits,
    isOpen: false,
    make: { leaf: term },
  }));
  const type = face.action.ports[word]!.symbol ? 'symbol' : 'word';
  const repaired = inForce === undefined ? [] : [leafOf(inForce, type, evaluateTerm(inForce, env))];
  const values = open
    .filter(({ type }) => type !== 'flag')
    .flatMap(({ column }) => Array.from(column.subarray(0, 4000)));
  return new Space(sample.length, [...repaired, ...open, ...closed], {
    grammar,
    meter,
    largest: 16 * values.reduce((most, value) => Math.max(most, Math.abs(value)), 64),
    room: { left: knobs.termRoom },
    groups: groupsOf(columns, face),
  });
}

/** Bits of the term in force: what changes little of it is likely. */
const IN_FORCE_BITS = 2;

function leafOf(term: Term, type: Entry['type'], column: Entry['column']): Entry {
  return { type, column, bits: IN_FORCE_BITS, isOpen: true, make: { leaf: term } };
}

/** Whether a term has gates. */
function hasGates(term: Term, { face, word, knobs }: Wanted): boolean {
  const says = face.action.ports.map((_, at): Term => (at === word ? term : { is: 'word', value: 0 }));
  return hasPlan({ says }, face, knobs.mostTermGates);
}
