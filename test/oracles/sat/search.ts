import { Clause, type Memory, Real, Word } from '../../../src/logic/sat/memory.ts';
import { analyze } from './analyze.ts';
import { assign, backtrack } from '../../../src/logic/sat/state/backtrack.ts';
import { heapPop } from './heap.ts';
import { Propagated, Stop } from '../../../src/logic/sat/kernel.ts';
import { propagate } from './propagate.ts';
import { watchClause } from '../../../src/logic/sat/state/watch.ts';

const decided = 0;

/**
 * The search: propagate; on a conflict learn and jump back, else decide. It returns where the driver has something to
 * do that is rare or not pure counting: restart, reduce, make room, log the clause just learnt (when proving), stop.
 *
 * @source Marques-Silva & Sakallah 1999 (CDCL)
 */
export function search(m: Memory): number {
  const { words, reals } = m;
  for (;;) {
    if (words[Word.arenaLimit]! - words[Word.arenaTop]! < words[Word.variables]! + Clause.literals) {
      return Stop.outOfSpace;
    }
    const conflict = propagate(m);
    if (conflict === Propagated.outOfSpace) return Stop.outOfSpace;
    if (conflict !== Propagated.fully) {
      reals[Real.conflicts]! += 1;
      if (words[Word.level] === 0) {
        words[Word.conflict] = conflict;
        return Stop.refuted;
      }
      analyze(m, conflict);
      backtrack(m, words[Word.backjump]!);
      learn(m);
      if (words[Word.proving] === 1) return Stop.learnt;
    } else {
      if (restarting(m)) return Stop.restart;
      if (pausing(m)) return Stop.paused;
      if (words[Word.learnts]! >= reals[Real.reduceLearnts]!) return Stop.reduce;
      const stop = decide(m);
      if (stop !== decided) return stop;
    }
  }
}

function restarting(m: Memory): boolean {
  const { reals } = m;
  return (
    reals[Real.conflicts]! >= reals[Real.restartConflicts]! &&
    reals[Real.fastGlue]! >= reals[Real.restartMargin]! * reals[Real.slowGlue]!
  );
}

function pausing(m: Memory): boolean {
  const { reals } = m;
  return (
    reals[Real.conflicts]! >= reals[Real.pauseConflicts]! || reals[Real.propagations]! >= reals[Real.pausePropagations]!
  );
}

/**
 * Opens a level with the next assumption, or else with the most active free variable in its last phase. An assumption
 * that already holds opens an empty level, so that level i always belongs to assumption i.
 */
function decide(m: Memory): number {
  const { words, value } = m;
  let literal = -1;
  while (literal < 0 && words[Word.level]! < words[Word.assumptions]!) {
    const assumption = m.assumptions[words[Word.level]!]!;
    const held = value[assumption]!;
    if (held < 0) {
      words[Word.failed] = assumption;
      return Stop.failed;
    }
    if (held > 0) openLevel(m);
    else literal = assumption;
  }
  while (literal < 0) {
    if (words[Word.heapSize] === 0) return Stop.satisfied;
    const variable = heapPop(m);
    if (value[2 * variable] === 0) literal = 2 * variable + m.phase[variable]!;
  }
  m.reals[Real.decisions]! += 1;
  openLevel(m);
  assign(m, literal, 0);
  return decided;
}

function openLevel(m: Memory): void {
  m.control[m.words[Word.level]!] = m.words[Word.trailSize]!;
  m.words[Word.level]! += 1;
}

/** Stores the learnt clause, makes its first literal true, and lets the averages and the increment move on. */
function learn(m: Memory): void {
  const { words, reals, learnt, arena } = m;
  const size = words[Word.learntSize]!;
  let reference = 0;
  if (size > 1) {
    reference = words[Word.arenaTop]!;
    arena[reference + Clause.size] = size;
    arena[reference + Clause.glue] = words[Word.glue]!;
    arena[reference + Clause.id] = 0;
    arena[reference + Clause.used] = 1;
    for (let i = 0; i < size; i += 1) arena[reference + Clause.literals + i] = learnt[i]!;
    words[Word.arenaTop] = reference + Clause.literals + size;
    words[Word.clauses]! += 1;
    words[Word.learnts]! += 1;
    watchClause(m, reference);
  }
  words[Word.learntRef] = reference;
  assign(m, learnt[0]!, reference);
  const glue = words[Word.glue]!;
  reals[Real.fastGlue]! += (glue - reals[Real.fastGlue]!) * 0.03;
  reals[Real.slowGlue]! += (glue - reals[Real.slowGlue]!) * 1e-3;
  reals[Real.increment]! /= reals[Real.decay]!;
}
