import type { FacePorts } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { proveOperations } from '../prove-operations.ts';
import { isWordOperation } from '../word-operations.ts';
import { hasAnswers, isFaultless } from '../reward-labels.ts';
import { explorer } from './explore-trees.ts';
import { searchTable } from './search-table.ts';
import { explains, type TreeExample, treeExamples } from './tree-examples.ts';
import { formatOf, type Meaning, meaningsOf, treeBindings, type TreeHypothesis, isTree } from './tree-hypothesis.ts';
import { treePlan } from './tree-plan.ts';

/** Episodes between two searches, and the examples that a search is given. */
const BATCH = 200;
const FEWEST_HITS = 6;
const MOST_HITS = 60;
const MOST_MISSES = 60;
const SEARCH_LIMIT = 20_000;

/** Batches after which a reading that was carried over and explains nothing is given up: on another face it may bind the wrong words. */
const CARRIED_BATCHES = 4;

/** An evaluator of expressions whose symbols are learnt: which names a value, which is which operation, and how they are written. */
export const treeClass: HypothesisClass<TreeHypothesis> = {
  name: 'tree evaluator',
  says: 'a table of symbols evaluates expressions over a list of values',
  admits: (face) => treeBindings(face).length > 0,

  *propose({ face, practice, evidence, meter, rng, carried }: Search) {
    if (!hasAnswers(evidence.episodes)) return;
    const before = carried.filter(isTree);
    const all = formsOn(face);
    let forms = all.filter(
      ({ notation, binding }) =>
        before.length === 0 ||
        before.some((other) => other.notation === notation && hashOf(other.binding) === hashOf(binding)),
    );
    let known: readonly (Meaning | null)[] = mergeTables(before.map(({ table }) => table));
    let last = '';
    for (let batch = 0; ; batch += 1) {
      if (batch === CARRIED_BATCHES && last === '' && before.length > 0) [forms, known] = [all, []];
      practice.play(explorer(forms, known, face, rng), BATCH);
      for (const form of forms) {
        const port = face.action.ports[form.binding.answer]!;
        const told = treeExamples(evidence.episodes, form.binding, face);
        meter.spend(told.length);
        const cells = face.observation.ports[form.binding.memory]!.repeats[0]!.count;
        const format = formatOf(port);
        const examples = chosen(told);
        if (examples.filter(({ right }) => right > 0).length < FEWEST_HITS) continue;
        const common = { ...form, examples, cells, format, meter, limit: SEARCH_LIMIT };
        const table = searchTable({ ...common, known }) ?? searchTable({ ...common, known: [] });
        yield undefined;
        if (table === undefined) continue;
        const hypothesis = { ...form, table };
        if (hashOf(hypothesis) === last) continue;
        last = hashOf(hypothesis);
        known = table;
        const from = evidence.episodes.length;
        yield hypothesis;
        const played = evidence.episodes.length - from;
        if (isFaultless(evidence.episodes, played, port, face.action.ports)) return 'settled';
      }
      yield undefined;
    }
  },

  refute(hypothesis, { episodes }, face) {
    const format = formatOf(face.action.ports[hypothesis.binding.answer]!);
    for (const { steps } of episodes) {
      const examples = treeExamples([{ by: 'learner', steps, total: 0 }], hypothesis.binding, face);
      if (examples.some((example) => explains(hypothesis, example, format) === false)) return steps[0];
    }
    return undefined;
  },

  carry({ notation, output, table, binding }, from, to) {
    const isSame = from.observation.ports.length === to.observation.ports.length;
    const next = treeBindings(to).find(
      (other) => !isSame || (other.tokens === binding.tokens && other.memory === binding.memory),
    );
    if (next === undefined) return undefined;
    const symbols = to.observation.ports[next.tokens]!.values;
    const most = to.action.ports[next.answer]!.repeats[0]?.count ?? 1;
    return { binding: next, notation, output: most === 1 ? 'last' : output, table: table.slice(0, symbols) };
  },

  toMachine: (hypothesis, face) => treePlan(hypothesis, face),

  prove: ({ table, binding }, face) =>
    proveOperations(
      table.filter((meaning): meaning is string => meaning !== null && isWordOperation(meaning)),
      formatOf(face.action.ports[binding.answer]!),
    ),

  describe({ notation, table, output }) {
    const rows = table.flatMap((meaning, symbol) =>
      meaning === null || meaning === 'load' ? [] : [`${symbol} = ${meaning}`],
    );
    const loads = table.filter((meaning) => meaning === 'load').length;
    const values = loads === 0 ? '' : `, ${loads} symbols name values`;
    return `symbol table (${notation}${output === 'all' ? ', every value' : ''}): ${rows.join(', ')}${values}`;
  },

  cost: ({ table }) =>
    2 +
    table.reduce((sum, meaning, symbol) => sum + (meaning === null ? 0 : Math.log2(meaningsOf(symbol, 4).length)), 0),
};

/** Every binding, notation and form of answer; where one word is asked for there is one form. */
function formsOn(face: FacePorts): Omit<TreeHypothesis, 'table'>[] {
  return treeBindings(face).flatMap((binding) => {
    const most = face.action.ports[binding.answer]!.repeats[0]?.count ?? 1;
    const outputs = most === 1 ? (['last'] as const) : (['last', 'all'] as const);
    return (['prefix', 'postfix'] as const).flatMap((notation) =>
      outputs.map((output) => ({ binding, notation, output })),
    );
  });
}

/** Joins what was learnt on several levels; the latest level wins. */
function mergeTables(tables: readonly (readonly (Meaning | null)[])[]): (Meaning | null)[] {
  const merged: (Meaning | null)[] = [];
  for (const table of tables) {
    for (const [symbol, meaning] of table.entries()) merged[symbol] = meaning ?? merged[symbol] ?? null;
  }
  return merged;
}

/** Short examples with something right, and the latest mistakes. */
function chosen(all: readonly TreeExample[]): TreeExample[] {
  const hits = all.filter(({ right }) => right > 0);
  const misses = all.filter(({ right }) => right === 0);
  const step = Math.max(1, hits.length / MOST_HITS);
  const spread = Array.from({ length: Math.min(hits.length, MOST_HITS) }, (_, i) => hits[Math.floor(i * step)]!);
  return [...spread, ...misses.slice(0, MOST_MISSES)];
}
