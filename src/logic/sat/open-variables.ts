import { createRng, type Rng } from '#foundation/kernel';
import { type Memory, Word } from './memory.ts';

/**
 * Makes sure that variables 1 … count exist. A seed other than 0 draws the order and the phases of the new ones.
 *
 * @source Eén & Sörensson 2003, MiniSat: activities, phases and the order heap of new variables
 */
export function openVariables(m: Memory, count: number, seed: number): void {
  const before = m.words[Word.variables]!;
  if (count <= before) return;
  m.reserve({ variables: count });
  m.words[Word.variables] = count;
  const rng = seed === 0 ? undefined : createRng(`sat/${seed}/${before}`);
  m.value.fill(0, 2 * before, 2 * count);
  m.seen.fill(0, before, count);
  m.watchSize.fill(0, 2 * before, 2 * count);
  m.watchLimit.fill(0, 2 * before, 2 * count);
  const heapSize = m.words[Word.heapSize]!;
  for (let v = before; v < count; v += 1) {
    m.activity[v] = 0;
    m.phase[v] = rng === undefined ? 1 : rng.bit();
    m.heap[heapSize + v - before] = v;
    m.heapAt[v] = heapSize + v - before;
  }
  if (rng !== undefined) shuffleNew(m, before, heapSize, rng.fork('order'));
  m.words[Word.heapSize] = heapSize + count - before;
}

function shuffleNew({ heap, heapAt, words }: Memory, before: number, heapSize: number, rng: Rng): void {
  const order = rng.shuffle(Array.from({ length: words[Word.variables]! - before }, (_, i) => before + i));
  for (const [i, variable] of order.entries()) {
    heap[heapSize + i] = variable;
    heapAt[variable] = heapSize + i;
  }
}
