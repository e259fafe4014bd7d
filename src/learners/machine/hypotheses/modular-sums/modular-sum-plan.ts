import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words as wordOps } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import { tableEdge } from '../../plans/table-edge.ts';
import { resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import type { ModularSum } from './modular-sum.ts';

/** Words that one part adds. */
const WORDS_PER_PART = 16;

/** Part by part, the entries of some words are looked up and added. */
export function modularSumPlan(sum: ModularSum, face: FacePorts): ThinkPlan {
  const { modulus, words, tables, constant, answer } = sum;
  const width = planesFor(modulus);
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const total = plan.word(width, constant);
  for (let first = 0; first < words.length; first += WORDS_PER_PART) {
    const some = words.slice(first, first + WORDS_PER_PART);
    const reads = some.map((word) => plan.input(word.at, word.width));
    plan.part('add', [total, ...reads], [total], (builder, [so, ...seen]) => {
      const entries = seen.map((word, i) => entryOf(builder, word, tables[first + i]!, width));
      return [entries.reduce((all, entry) => addModulo(builder, all, entry, modulus), so!)];
    });
  }
  const port = face.action.ports[answer]!;
  plan.part('say', [total], [plan.output(port.offset, port.width)], (builder, [so]) => {
    // Whatever the state holds, the answer is in its range.
    const said = wordOps.min(builder, so!, wordOps.constant(width, modulus - 1));
    return [resize(said, port.width)];
  });
  return plan.build(1);
}

function entryOf(builder: CircuitBuilder, word: Word, table: readonly number[], width: number): Edge[] {
  return Array.from({ length: width }, (_, b) =>
    tableEdge(
      builder,
      word,
      table.map((value) => (value >>> b) & 1),
    ),
  );
}

/** x + y modulo m, for x and y below m. */
function addModulo(builder: CircuitBuilder, x: Word, y: Word, modulus: number): Edge[] {
  const width = x.length + 1;
  const sum = wordOps.add(builder, [...x, FALSE], [...y, FALSE]).slice(0, width);
  const limit = wordOps.constant(width, modulus);
  const less = wordOps.lessThan(builder, sum, limit);
  return wordOps.mux(builder, less, sum, wordOps.subtract(builder, sum, limit).slice(0, width)).slice(0, x.length);
}
