import { type Memory, Word } from '../memory.ts';

/** Moves the variable at `position` towards the root while it is more active than its parent. @source Eén & Sörensson 2003 (MiniSat) */
export function siftUp(m: Memory, start: number): void {
  const { heap, heapAt, activity } = m;
  let position = start;
  const variable = heap[position]!;
  const score = activity[variable]!;
  while (position > 0) {
    const parent = (position - 1) >> 1;
    const other = heap[parent]!;
    if (score <= activity[other]!) break;
    heap[position] = other;
    heapAt[other] = position;
    position = parent;
  }
  heap[position] = variable;
  heapAt[variable] = position;
}

/** Puts a variable back among those that may be decided. */
export function heapInsert(m: Memory, variable: number): void {
  const size = m.words[Word.heapSize]!;
  m.heap[size] = variable;
  m.words[Word.heapSize] = size + 1;
  siftUp(m, size);
}
