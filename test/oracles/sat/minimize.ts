import { Clause, type Memory, Word } from '../../../src/logic/sat/memory.ts';
import { Mark } from '../../../src/logic/sat/wasm/mark.ts';
import { mark, markUnit, pushHint } from './mark.ts';

/**
 * Drops literals of the learnt clause that the others imply, following reasons to any depth. A level with no literal
 * in the clause cannot help, and the only literal of its level cannot be implied.
 *
 * A literal of the clause met on the way is tested before the one that depends on it: so the hints of dropped literals
 * come out in the order in which a checker must propagate them.
 *
 * @source Sörensson & Biere 2009, Minimizing learned clauses; single-literal levels: Knuth, TAOCP 4B §7.2.2.2
 */
export function minimize(m: Memory): void {
  const { learnt, seen, level, levelCount, words } = m;
  const size = words[Word.learntSize]!;
  let kept = 1;
  for (let i = 1; i < size; i += 1) {
    const variable = learnt[i]! >> 1;
    if (seen[variable] !== Mark.source) continue;
    if (mayBeImplied(m, variable)) test(m, variable);
    else seen[variable] = Mark.kept;
  }
  for (let i = 1; i < size; i += 1) {
    const literal = learnt[i]!;
    levelCount[level[literal >> 1]!] = 0;
    if (seen[literal >> 1] === Mark.removable) continue;
    learnt[kept] = literal;
    kept += 1;
  }
  words[Word.learntSize] = kept;
}

/** Whether a variable's reason is worth following. */
function mayBeImplied(m: Memory, variable: number): boolean {
  const others = m.seen[variable] === Mark.source ? 1 : 0;
  return m.reason[variable] !== 0 && m.levelCount[m.level[variable]!]! > others;
}

/** Depth-first search through reasons with a stack of (variable, next literal, end); marks all it settles. */
function test(m: Memory, root: number): void {
  const { stack, arena, seen } = m;
  let top = open(m, root, 0);
  while (top > 0) {
    const variable = stack[top - 3]!;
    const k = stack[top - 2]!;
    if (k === stack[top - 1]!) {
      settle(m, variable);
      top -= 3;
      continue;
    }
    stack[top - 2] = k + 1;
    const next = arena[k]! >> 1;
    if (next === variable || isSettled(m, next)) continue;
    if (seen[next] !== Mark.poison && mayBeImplied(m, next)) top = open(m, next, top);
    else if (seen[next] === Mark.source) seen[next] = Mark.kept;
    else top = fail(m, next, top);
  }
}

/** Whether a literal of a reason needs no more work: level 0, implied, or in the clause for good. */
function isSettled(m: Memory, variable: number): boolean {
  const known = m.seen[variable];
  if (m.level[variable] !== 0) return known === Mark.removable || known === Mark.kept;
  if (m.words[Word.proving] === 1 && known === Mark.none) markUnit(m, variable);
  return true;
}

/** Pushes a variable whose reason is to be followed. */
function open(m: Memory, variable: number, top: number): number {
  const reference = m.reason[variable]!;
  const first = reference + Clause.literals;
  m.stack[top] = variable;
  m.stack[top + 1] = first;
  m.stack[top + 2] = first + m.arena[reference + Clause.size]!;
  return top + 3;
}

/** All other literals of its reason are implied or in the clause: so is the variable. */
function settle(m: Memory, variable: number): void {
  if (m.words[Word.proving] === 1) pushHint(m, m.arena[m.reason[variable]! + Clause.id]!);
  if (m.seen[variable] === Mark.none) mark(m, variable, Mark.removable);
  else m.seen[variable] = Mark.removable;
}

/** A variable is not implied: neither are those that wait for it, up to the first that is in the clause anyway. */
function fail(m: Memory, variable: number, height: number): number {
  if (m.seen[variable] === Mark.none) mark(m, variable, Mark.poison);
  let top = height;
  while (top > 0) {
    const waiting = m.stack[top - 3]!;
    top -= 3;
    if (m.seen[waiting] === Mark.source) {
      m.seen[waiting] = Mark.kept;
      break;
    }
    mark(m, waiting, Mark.poison);
  }
  return top;
}
