import type { FacePorts, PortedBits } from '#foundation/contracts/words';
import { hashOf, invariant } from '#foundation/kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { proveTree } from '../prove-tree.ts';
import { goesOn } from '../reward-labels.ts';
import { sayCases, wordText } from '../say-cases.ts';
import { growTree, leavesOf, TreeRows } from '../word-tree.ts';
import { placesOf } from '../word-view.ts';
import { type Place, seenWidth, WordSurvey } from './control-words.ts';
import { anyMacro, macroActions, macroText, MacroWriter } from './macro-action.ts';
import type { RelationalHypothesis } from './relational-hypothesis.ts';
import { relationalPlan } from './relational-plan.ts';
import { TableValues } from './table-values.ts';

/** Episodes of any actions, to see what varies and how far returns lie apart. */
const LOOK = 400;
const BATCH = 100;
const FIRST_PROPOSAL = 600;
const GROWTH = 1.6;
/** Chance of an action by chance, at first; it falls with the episodes that were practised. */
const CHANCE = 0.1;
const SLOW = 1500;
/** A table with many rows learns little from each episode: it is practised so many times less. */
const MANY_ROWS = 1500;
const SPARSE = 8;
const TREE = { depth: 40, leaf: 0 } as const;
const MOST_ROWS = 20_000;
/** Trees with more cases are left to the proofs of every plan. */
const MOST_PROVED = 200;

/** A table over few words, whose actions are filled by terms over the others. */
export const relationalClass: HypothesisClass<RelationalHypothesis> = {
  name: 'relational table',
  says: 'a table over flags and counters picks an action; its words are filled by items, sums and places of lists, and by skills',
  admits: (face) => macroActions(face, []).length > 1,

  *propose({ face, practice, evidence, meter, rng, skills }: Search) {
    const all = macroActions(face, skills);
    if (all.length < 2) return;
    const look = [...practice.play(anyMacro(new MacroWriter(all, face), rng), LOOK)];
    meter.spend(look.length * all.length);
    yield undefined;
    // Chance may end every episode at once where an answer is one of many words.
    if (!goesOn(look)) return;
    const survey = new WordSurvey(face, look);
    const macros = macroActions(face, skills, survey);
    const writer = new MacroWriter(macros, face);
    const totals = look.map(({ total }) => total);
    const highest = Math.max(evidence.highest, ...totals);
    const range = { highest, spread: highest - Math.min(...totals) };
    const tables = tablesOf(survey, (words) => new TableValues(words, writer, macros.length, range));
    meter.spend(survey.effort);
    if (tables.length === 0) return;
    for (const { table } of tables) meter.spend(table.learn(look, false));
    const tried = new Set<string>();
    let [practised, proposal] = [0, FIRST_PROPOSAL];
    for (;;) {
      for (const { table, by, turns } of tables) {
        if (table.size > MANY_ROWS && (practised / BATCH) % SPARSE !== 0) continue;
        const chance = CHANCE * Math.sqrt(SLOW / (SLOW + practised));
        for (let turn = 0; turn < turns; turn += 1) {
          const played = practice.play(table.explorer(rng, chance, by), BATCH);
          meter.spend(writer.spend() + table.learn(played, by === 'values'));
          yield undefined;
        }
      }
      practised += BATCH;
      if (practised < proposal) continue;
      proposal *= GROWTH;
      for (const { table } of tables) {
        if (table.size > MOST_ROWS) continue;
        const hypothesis = hypothesisOf(table, macros);
        meter.spend(table.size * table.words.length * 8);
        if (tried.has(hashOf(hypothesis))) continue;
        tried.add(hashOf(hypothesis));
        yield hypothesis;
      }
    }
  },

  // A value is an average: no single step contradicts it.
  refute: () => undefined,

  carry(hypothesis, from, to) {
    const isSame = JSON.stringify([from.observation, from.action]) === JSON.stringify([to.observation, to.action]);
    return isSame ? hypothesis : resized(hypothesis, from, to);
  },

  toMachine: (hypothesis, face) => relationalPlan(hypothesis, face),

  prove({ words, tree, actions }) {
    if (leavesOf(tree) > MOST_PROVED) return [];
    const widths = words.map(seenWidth);
    return proveTree('the table', tree, [...actions.keys()], widths);
  },

  describe: ({ words, tree, actions }, { observation }) =>
    sayCases(tree, {
      feature: (feature) => placeText(words[feature]!, observation),
      low: (feature) => lowAt(words[feature]!, observation),
      label: (label) => macroText(actions[label]!),
    }),

  cost: ({ words, tree, actions }) =>
    leavesOf(tree) * (Math.log2(Math.max(2, actions.length)) + Math.log2(Math.max(2, words.length)) + 3) +
    12 * actions.length,
};

/** A word, or how it compares with another word: 1 where they are the same; or 0 for the same, 1 for less, 2 for more. */
function placeText({ at, same, order }: Place, observation: PortedBits): string {
  const name = (place: number): string => {
    const found = portAt(place, observation);
    return wordText(found.port, found.item, observation);
  };
  if (order !== undefined) return `order of ${name(at)} to ${name(order)}`;
  return same === undefined ? name(at) : `sameness of ${name(at)} and ${name(same)}`;
}

function lowAt({ at, same, order }: Place, observation: PortedBits): number {
  return same === undefined && order === undefined ? observation.ports[portAt(at, observation).port]!.low : 0;
}

function portAt(at: number, { ports }: PortedBits): { readonly port: number; readonly item: number } {
  const port = ports.findIndex((each) => placesOf(each).includes(at));
  invariant(port >= 0, `every place is that of a word: ${at}`);
  return { port, item: placesOf(ports[port]!).indexOf(at) };
}

/** The same table on a face whose words have other ranges. It fits only if it reads no word whose range differs, and if its actions are named, not filled by terms. */
function resized(
  { words, tree, actions }: RelationalHypothesis,
  from: FacePorts,
  to: FacePorts,
): RelationalHypothesis | undefined {
  const isLike = JSON.stringify(from.action) === JSON.stringify(to.action);
  const isTold = actions.every(({ words: filled }) => filled.every(({ term }) => term.kind === 'literal'));
  if (!isLike || !isTold || from.observation.ports.length !== to.observation.ports.length) return undefined;
  const moved = words.map((place): Place | undefined => {
    const [at, order, same] = [place.at, place.order, place.same].map((bit) =>
      bit === undefined ? undefined : movedPlace(bit, from, to),
    );
    const isKnown = at !== undefined && (place.order === undefined) === (order === undefined);
    if (!isKnown || (place.same === undefined) !== (same === undefined)) return undefined;
    if (order === undefined && same === undefined && at.width !== place.width) return undefined;
    if ((order ?? same ?? at).width !== at.width) return undefined;
    return {
      at: at.at,
      width: at.width,
      ...(same !== undefined && { same: same.at }),
      ...(order !== undefined && { order: order.at }),
    };
  });
  return moved.every((place) => place !== undefined) ? { words: moved, tree, actions } : undefined;
}

/** Where the word that lies at a place lies on a face of other sizes: the same item of the same port. */
function movedPlace(bit: number, from: FacePorts, to: FacePorts): { at: number; width: number } | undefined {
  for (const [index, port] of from.observation.ports.entries()) {
    const item = placesOf(port).indexOf(bit);
    const other = to.observation.ports[index]!;
    const at = item < 0 || other.role !== port.role ? undefined : placesOf(other)[item];
    if (at !== undefined) return { at, width: other.width };
  }
  return undefined;
}

interface Practised {
  readonly table: TableValues;
  readonly by: 'values' | 'hopes';
  readonly turns: number;
}

/**
 * Tables over flags and scalars, over these with comparisons, over few values with orders, and over every word. Comparisons tell what was done before, so what a row is worth does not depend
 * on who played: it is practised in depth, by hope, and needs more of it.
 */
function tablesOf(survey: WordSurvey, make: (words: readonly Place[]) => TableValues): Practised[] {
  const kinds = [
    { words: survey.words('control'), by: 'values', turns: 1 },
    { words: survey.compared(), by: 'hopes', turns: 2 },
    { words: survey.ordered(), by: 'hopes', turns: 2 },
    { words: survey.words('all'), by: 'values', turns: 1 },
  ] as const;
  return kinds
    .filter(
      ({ words }, i) => words.length > 0 && kinds.findIndex((other) => hashOf(other.words) === hashOf(words)) === i,
    )
    .map(({ words, by, turns }) => ({ table: make(words), by, turns }));
}

/** The table as a tree; actions that no row wants are left out. */
function hypothesisOf(table: TableValues, macros: ReturnType<typeof macroActions>): RelationalHypothesis {
  const policy = table.policy();
  const used = [...new Set(policy.map(({ macro }) => macro))].sort((a, b) => a - b);
  const rows = new TreeRows();
  for (const { words, macro, visits } of policy) rows.add(words, used.indexOf(macro), visits);
  return {
    words: table.words,
    tree: growTree(rows.rows, TREE),
    actions: used.map((macro) => macros[macro]!),
  };
}
