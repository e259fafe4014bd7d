import { type Circuit, type CircuitCnf, coneOf, edgeOf, simulate } from '#circuit';
import { createRng, type Rng } from '#kernel';
import type { Solver } from '#sat';
import type { Signatures } from './find-witness.ts';
import { SignatureClasses } from './signature-classes.ts';

export interface SweepOptions {
  /** Conflicts one pair of nodes may cost; 0 switches sweeping off. */
  readonly maxConflictsPerPair?: number;
}

interface SweepSetting {
  readonly cnf: CircuitCnf;
  readonly solver: Solver;
  readonly signatures: Signatures;
}

/**
 * Teaches the solver which nodes of a circuit are equal, or opposite: nodes alike under simulation are compared from the
 * inputs up, and every pair proved equal leaves two binary clauses behind, which make the next pair easy.
 *
 *     n ≡ r  when both  n ∧ ¬r  and  ¬n ∧ r  are unsatisfiable
 *
 * A model that tells two nodes apart is simulated, with its neighbours, and splits all classes at once. Pairs over the conflict limit are left alone.
 *
 * @source Kuehlmann & Krohm 1997, Equivalence checking using cuts and heaps; Mishchenko et al. 2005, FRAIGs
 */
export function sweep(circuit: Circuit, setting: SweepSetting, options: SweepOptions = {}): void {
  const maxConflicts = options.maxConflictsPerPair ?? 100;
  if (maxConflicts === 0) return;
  const { cnf, solver } = setting;
  const classes = new SignatureClasses(setting.signatures, circuit.nodeCount);
  const rng = createRng(`verify/sweep/${circuit.inputCount}/${circuit.nodeCount}`);
  const variable = variablesOf(circuit, cnf);
  for (let node = 1; node < circuit.nodeCount; node += 1) {
    if (variable[node] === 0) continue;
    for (let rival = classes.leaderOf(node); rival !== undefined; rival = classes.leaderOf(node)) {
      const opposite = classes.areOpposite(node, rival);
      const pair = { a: variable[node]!, b: opposite ? -variable[rival]! : variable[rival]!, maxConflicts };
      // The constant has no variable of its own unless the formula uses it.
      const model = rival === 0 ? separateFromConstant(solver, pair, opposite) : separate(solver, pair);
      if (model === 'equal') break;
      if (model === 'unknown') {
        classes.leave(node);
        break;
      }
      classes.refine(simulate(circuit, neighbours(circuit, model, rng)), node);
    }
    classes.settle(node);
  }
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly maxConflicts: number;
}

function separate(solver: Solver, { a, b, maxConflicts }: Pair): Uint8Array | 'equal' | 'unknown' {
  const first = solver.solve({ assumptions: [a, -b], maxConflicts, keepFailed: true });
  if (first.status === 'sat') return first.model;
  const second = solver.solve({ assumptions: [-a, b], maxConflicts, keepFailed: true });
  if (second.status === 'sat') return second.model;
  return first.status === 'unsat' && second.status === 'unsat' ? 'equal' : 'unknown';
}

function separateFromConstant(solver: Solver, { a, maxConflicts }: Pair, isTrue: boolean): Uint8Array | 'equal' | 'unknown' {
  const found = solver.solve({ assumptions: [isTrue ? -a : a], maxConflicts, keepFailed: true });
  if (found.status === 'sat') return found.model;
  return found.status === 'unsat' ? 'equal' : 'unknown';
}

/** The DIMACS variable of every node that some output needs, 0 for the others. */
function variablesOf(circuit: Circuit, cnf: CircuitCnf): Int32Array {
  const live = coneOf(circuit);
  return Int32Array.from(live, (mark, node) => (mark === 1 ? cnf.literalOf(edgeOf(node)) : 0));
}

/** 32 input vectors: the model's own, then copies with a few inputs flipped. */
function neighbours(circuit: Circuit, model: Uint8Array, rng: Rng): Int32Array {
  const planes = new Int32Array(circuit.inputCount);
  for (let i = 0; i < circuit.inputCount; i += 1) {
    const flips = rng.uint32() & rng.uint32() & rng.uint32() & ~1;
    planes[i] = (model[i + 1] === 1 ? -1 : 0) ^ flips;
  }
  return planes;
}
