import { type Memory, Real, Word } from '../../../src/logic/sat/memory.ts';
import { siftUp } from '../../../src/logic/sat/state/heap.ts';

/** Moves the variable at the root towards the leaves while a child is more active. */
function siftDown(m: Memory): void {
  const { heap, heapAt, activity } = m;
  const size = m.words[Word.heapSize]!;
  let position = 0;
  const variable = heap[0]!;
  const score = activity[variable]!;
  for (;;) {
    let child = 2 * position + 1;
    if (child >= size) break;
    if (child + 1 < size && activity[heap[child + 1]!]! > activity[heap[child]!]!) child += 1;
    const other = heap[child]!;
    if (activity[other]! <= score) break;
    heap[position] = other;
    heapAt[other] = position;
    position = child;
  }
  heap[position] = variable;
  heapAt[variable] = position;
}

/** Takes the most active variable out of a heap that is not empty. */
export function heapPop(m: Memory): number {
  const top = m.heap[0]!;
  const size = m.words[Word.heapSize]! - 1;
  m.words[Word.heapSize] = size;
  m.heapAt[top] = -1;
  if (size > 0) {
    m.heap[0] = m.heap[size]!;
    siftDown(m);
  }
  return top;
}

/**
 * Makes a variable more active by the current increment. The increment grows by 1/decay with each conflict, which
 * equals decaying all others; past 10¹⁰⁰ everything is scaled down so that nothing becomes infinite.
 *
 * @source Moskewicz et al. 2001 (VSIDS), in the exponential form of Eén & Sörensson 2003 (MiniSat)
 */
export function bump(m: Memory, variable: number): void {
  const score = m.activity[variable]! + m.reals[Real.increment]!;
  m.activity[variable] = score;
  if (score > 1e100) rescale(m);
  const position = m.heapAt[variable]!;
  if (position >= 0) siftUp(m, position);
}

function rescale(m: Memory): void {
  const variables = m.words[Word.variables]!;
  for (let v = 0; v < variables; v += 1) m.activity[v]! *= 1e-100;
  m.reals[Real.increment]! *= 1e-100;
}
