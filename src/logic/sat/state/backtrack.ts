import { type Memory, Word } from '../memory.ts';
import { heapInsert } from './heap.ts';

/** Makes a literal true at the current level, because of the clause at `reason` (0 for a decision or a unit). */
export function assign(m: Memory, literal: number, reason: number): void {
  const variable = literal >> 1;
  m.value[literal] = 1;
  m.value[literal ^ 1] = -1;
  m.level[variable] = m.words[Word.level]!;
  m.reason[variable] = reason;
  const size = m.words[Word.trailSize]!;
  m.trail[size] = literal;
  m.words[Word.trailSize] = size + 1;
}

/**
 * Takes back all assignments above a level; each variable remembers its last phase.
 *
 * @source Pipatsrisawat & Darwiche 2007, A lightweight component caching scheme: phase saving
 */
export function backtrack(m: Memory, level: number): void {
  const { words, trail, value, phase } = m;
  if (words[Word.level]! <= level) return;
  const keep = m.control[level]!;
  for (let i = words[Word.trailSize]! - 1; i >= keep; i -= 1) {
    const literal = trail[i]!;
    const variable = literal >> 1;
    value[literal] = 0;
    value[literal ^ 1] = 0;
    phase[variable] = literal & 1;
    if (m.heapAt[variable]! < 0) heapInsert(m, variable);
  }
  words[Word.trailSize] = keep;
  words[Word.head] = keep;
  words[Word.level] = level;
}
