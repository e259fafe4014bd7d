import { hashOf } from '#kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { growTree, leavesOf, TreeRows } from '../word-tree.ts';
import { controlWords } from './control-words.ts';
import { macroActions, macroText, MacroWriter } from './macro-action.ts';
import type { RelationalHypothesis } from './relational-hypothesis.ts';
import { relationalPlan } from './relational-plan.ts';
import { TableValues } from './table-values.ts';

const LOOK = 128;
const BATCH = 100;
const FIRST_PROPOSAL = 600;
const GROWTH = 1.6;
/** Chance of an action by chance, at first; it falls with the episodes that were practised. */
const CHANCE = 0.3;
const SLOW = 1500;
/** How hopeful a table is of what it never tried, between what chance earns and the most that was seen. */
const HOPE = 0.3;
const TREE = { depth: 40, leaf: 0 } as const;
const MOST_ROWS = 20_000;

/** A table over few words, whose actions are filled by terms over the others. */
export const relationalClass: HypothesisClass<RelationalHypothesis> = {
  name: 'relational table',
  says: 'a table over flags and counters picks an action; its words are filled by items, sums and places of lists, and by skills',
  admits: (face) => macroActions(face, []).length > 1,

  *propose({ face, practice, evidence, meter, rng, skills }: Search) {
    const macros = macroActions(face, skills);
    if (macros.length < 2) return;
    while (evidence.random.length < LOOK) {
      practice.play('chance', LOOK / 2);
      yield undefined;
    }
    const writer = new MacroWriter(macros, face);
    const random = evidence.random;
    const mean = random.reduce((sum, { total }) => sum + total, 0) / random.length;
    const spread = evidence.highest - mean;
    const hope = { start: mean + HOPE * spread, spread };
    const kinds = (['control', 'all'] as const)
      .map((which) => controlWords(face, random, which))
      .filter((words, i, all) => words.length > 0 && all.findIndex((other) => hashOf(other) === hashOf(words)) === i);
    const tables = kinds.map((words) => new TableValues(words, writer, macros.length, hope));
    for (const table of tables) meter.spend(table.learn(random.slice(0, LOOK), false));
    const tried = new Set<string>();
    let [practised, proposal] = [0, FIRST_PROPOSAL];
    for (;;) {
      for (const table of tables) {
        const chance = CHANCE * Math.sqrt(SLOW / (SLOW + practised));
        const played = practice.play(table.explorer(rng, chance), BATCH);
        for (const each of tables) meter.spend(each.learn(played, each === table));
        yield undefined;
      }
      practised += BATCH;
      if (practised < proposal) continue;
      proposal *= GROWTH;
      for (const table of tables) {
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
    const isSame = hashOf(from.observation) === hashOf(to.observation) && hashOf(from.action) === hashOf(to.action);
    return isSame ? hypothesis : undefined;
  },

  toMachine: (hypothesis, face) => relationalPlan(hypothesis, face),

  describe: ({ words, tree, actions }) =>
    `${leavesOf(tree)} cases over ${words.length} words: ${actions.slice(0, 6).map(macroText).join(', ')}${actions.length > 6 ? ', …' : ''}`,

  cost: ({ words, tree, actions }) =>
    leavesOf(tree) * (Math.log2(Math.max(2, actions.length)) + Math.log2(Math.max(2, words.length)) + 3) +
    12 * actions.length,
};

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
