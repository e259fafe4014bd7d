import { FALSE, TRUE } from '#logic/circuit/graph';
import { type Coming, eachRows } from '../../terms/each.ts';
import { constantWire, type Gates, NoCircuit, type Wire } from '../../terms/circuits/gates.ts';
import { TermCircuit, type TermInputs } from '../../terms/circuits/term-circuit.ts';
import { productionNamed } from '../../terms/grammar.ts';
import { partsOf } from '../../terms/library/term-parts.ts';
import type { Folding } from '../../terms/production.ts';
import type { Term } from '../../terms/term.ts';
import type { FaceColumn } from './face-columns.ts';

/** A measure of what came along in an episode: it is kept, and brought up to date at each step. */
export interface KeptMeasure {
  /** The measure as a term, as text: the same measure is kept once. */
  readonly key: string;
  readonly list: Term;
  readonly word: Term | undefined;
  readonly fold: Folding;
  /** Whether it is brought up to date before the answer, with this step; otherwise after it. */
  readonly of: 'seen' | 'past';
}

type ColumnNamed = (name: string) => FaceColumn;

/** The measures that terms keep. */
export function keptMeasures(terms: readonly Term[], column: ColumnNamed): KeptMeasure[] {
  const found = new Map<string, KeptMeasure>();
  const look = (term: Term): void => {
    const kept = keptMeasure(term, column);
    if (kept !== undefined) found.set(kept.key, kept);
    else partsOf(term).forEach(look);
  };
  terms.forEach(look);
  return [...found.values()];
}

export function keptMeasure(term: Term, column: ColumnNamed): KeptMeasure | undefined {
  if (term.is !== 'call' || term.args.length === 0) return undefined;
  const root = rootOf(term.args[0]!);
  if (root === undefined || column(root).isAlong !== true) return undefined;
  const fold = productionNamed(term.name)?.fold;
  const isOfPlaces = column(root).group === undefined && !hasMap(term.args[0]!);
  if (fold === undefined || fold.start.some((value) => value !== 0) || (isOfPlaces && !fold.ignoresItem))
    throw new NoCircuit(`${term.name} of what comes along`);
  const { source } = column(root);
  const of = source.is === 'steps' ? source.of : 'past';
  return { key: JSON.stringify(term), list: term.args[0]!, word: term.args[1], fold, of };
}

/** Whether what comes along is made of the words of steps. */
function hasMap(list: Term): boolean {
  return list.is === 'each' && (list.name === 'map' || hasMap(list.list));
}

function rootOf(list: Term): string | undefined {
  if (list.is === 'column') return list.name;
  return list.is === 'each' ? rootOf(list.list) : undefined;
}

/** What a measure holds after a step, from what it held before and the words of the step. */
export function heldAfter(
  gates: Gates,
  { list, word, fold }: KeptMeasure,
  held: readonly Wire[],
  stepWire: (column: string) => Wire,
): readonly Wire[] {
  const inputs: TermInputs = {
    column: (name) => {
      throw new NoCircuit(`${name} along an episode`);
    },
    made: (term) => {
      const [of, at] = term.is === 'call' && term.name === 'nth' ? term.args : [];
      return of?.is === 'column' && at?.is === 'item' ? stepWire(of.name) : undefined;
    },
  };
  const circuit = new TermCircuit(gates, inputs);
  const along = (term: Term): Coming => {
    if (term.is === 'column') return { item: stepWire(term.name), there: TRUE, fresh: FALSE };
    const row = term.is === 'each' && term.name !== 'scan' ? eachRows[term.name] : undefined;
    if (term.is !== 'each' || row?.along === undefined) throw new NoCircuit('a list that comes along');
    const coming = along(term.list);
    const none = constantWire(0);
    return row.along(gates, coming, circuit.word(term.body, { item: none, place: none }));
  };
  const { item, there, fresh } = along(list);
  const begun = held.map((wire, k) => gates.choose(fresh, constantWire(fold.start[k]!), wire));
  return fold.step(gates, begun, { item, there, word: word === undefined ? constantWire(0) : circuit.word(word) });
}
