import { Clause, type Memory, Word } from '../../../src/logic/sat/memory.ts';
import { bump } from './heap.ts';
import { Mark } from '../../../src/logic/sat/wasm/mark.ts';
import { mark, markUnit, pushHint } from './mark.ts';
import { minimize } from './minimize.ts';

/**
 * Resolves the falsified clause with reasons, latest assignment first, until one literal of the current level is left
 * (the first unique implication point). Leaves in memory: the minimised clause, its asserting literal first and a
 * literal of the backjump level second; the backjump level; the glue (number of decision levels); and, when proving,
 * the hints.
 *
 * Hints hold clause ids in resolution order up to `chainSize`, then those of minimisation in the order of
 * propagation; −(v + 1) stands for the unit clause of the level-0 variable v. See `proof/log-proof.ts`.
 *
 * @source Marques-Silva & Sakallah 1999 (GRASP); Zhang et al. 2001 (first UIP); glue: Audemard & Simon 2009
 */
export function analyze(m: Memory, conflict: number): void {
  const { words, trail, seen, reason, learnt } = m;
  words[Word.learntSize] = 1;
  words[Word.hintSize] = 0;
  words[Word.markedSize] = 0;
  words[Word.glue] = 1;
  let open = 0;
  let index = words[Word.trailSize]!;
  let reference = conflict;
  let pivot = -1;
  do {
    open += resolve(m, reference, pivot);
    do index -= 1;
    while (seen[trail[index]! >> 1] === Mark.none);
    pivot = trail[index]!;
    reference = reason[pivot >> 1]!;
    seen[pivot >> 1] = Mark.none;
    open -= 1;
  } while (open > 0);
  learnt[0] = pivot ^ 1;
  words[Word.chainSize] = words[Word.hintSize]!;
  minimize(m);
  chooseBackjump(m);
  for (let i = 0; i < words[Word.markedSize]!; i += 1) seen[m.marked[i]!] = Mark.none;
}

/** Adds the literals of one antecedent to the clause being learnt; returns how many belong to the current level. */
function resolve(m: Memory, reference: number, pivot: number): number {
  const { words, arena, level, seen } = m;
  const current = words[Word.level]!;
  if (words[Word.proving] === 1) pushHint(m, arena[reference + Clause.id]!);
  arena[reference + Clause.used] = 1;
  let open = 0;
  const first = reference + Clause.literals;
  const end = first + arena[reference + Clause.size]!;
  for (let k = first; k < end; k += 1) {
    const literal = arena[k]!;
    const variable = literal >> 1;
    if (literal === pivot || seen[variable] !== Mark.none) continue;
    const at = level[variable]!;
    if (at === 0) {
      if (words[Word.proving] === 1) markUnit(m, variable);
      continue;
    }
    mark(m, variable, Mark.source);
    bump(m, variable);
    if (at === current) {
      open += 1;
      continue;
    }
    m.learnt[words[Word.learntSize]!] = literal;
    words[Word.learntSize]! += 1;
    if (m.levelCount[at] === 0) words[Word.glue]! += 1;
    m.levelCount[at]! += 1;
  }
  return open;
}

/** Moves a literal of the highest level among the rest to the second place: it is watched after the backjump. */
function chooseBackjump(m: Memory): void {
  const { learnt, level, words } = m;
  const size = words[Word.learntSize]!;
  let backjump = 0;
  for (let i = 1; i < size; i += 1) {
    const literal = learnt[i]!;
    const at = level[literal >> 1]!;
    if (at <= backjump) continue;
    backjump = at;
    learnt[i] = learnt[1]!;
    learnt[1] = literal;
  }
  words[Word.backjump] = backjump;
}
