import type { Cnf } from '../cnf.ts';
import { DratChecker } from './check-drat.ts';
import { LratChecker } from './check-lrat.ts';
import { detectFormat, readProof, type ReadFormat } from './read-proof.ts';
import { Steps, Unreadable } from './steps.ts';

/** What the checker says; `core` gives the numbers (from 1) of input clauses that are unsatisfiable by this proof. */
export type CheckResult =
  | { readonly verified: true; readonly format: ReadFormat; readonly steps: number; core(): readonly number[] }
  | { readonly verified: false; readonly format: ReadFormat; readonly line: number; readonly reason: string };

/**
 * Whether a proof (text, bytes, or the solver's records in memory) refutes a formula. Shares no code with the solver. A proof that cannot be read is not verified; nothing is
 * thrown, but by `ask`: it is called now and then, and ends a check that takes too long.
 *
 * @source LRAT: Cruz-Filipe et al. 2017; DRAT: Wetzler, Heule & Hunt 2014
 */
// oxlint-disable-next-line max-params -- formula, proof and its format, and whoever may end the check
export function checkProof(
  cnf: Cnf,
  proof: string | Uint8Array | Int32Array,
  format?: ReadFormat,
  ask?: () => void,
): CheckResult {
  const source = typeof proof === 'string' ? new TextEncoder().encode(proof) : proof;
  const read = source instanceof Int32Array ? 'lrat' : (format ?? detectFormat(source));
  try {
    const steps = source instanceof Int32Array ? new Steps(source) : readProof(source, read);
    const checker = read === 'lrat' ? new LratChecker(cnf, steps, ask) : new DratChecker(cnf, steps, ask);
    const found = checker.check();
    if (typeof found === 'object' && 'reason' in found) return { verified: false, format: read, ...found };
    const roots = typeof found === 'number' ? [found] : found;
    return { verified: true, format: read, steps: steps.count, core: () => neededInputs(checker, roots) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { verified: false, format: read, line: error.line, reason: error.message };
  }
}

/** Input clauses reached from the roots through the clauses that each derived clause used. */
function neededInputs(
  checker: { readonly inputs: number; usedBy(clause: number): readonly number[] },
  roots: readonly number[],
): number[] {
  const needed = new Set(roots);
  const pending = [...needed];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next <= checker.inputs) continue;
    for (const used of checker.usedBy(next)) {
      if (needed.has(used)) continue;
      needed.add(used);
      pending.push(used);
    }
  }
  return [...needed].filter((clause) => clause <= checker.inputs).sort((a, b) => a - b);
}
