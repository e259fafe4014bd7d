import { circuitToCnf } from '#logic/circuit/formats';
import { type Circuit, createBuilder, type Edge, firstGate, NodeKind } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';
import { findWitness } from '../find-witness.ts';
import { KnownClauses } from '../known-clauses.ts';
import { WindowSolver } from '../solving-window.ts';
import { StitchedProof } from '../stitched-proof.ts';
import { sweep } from '../sweep.ts';

/** Window sizes that are tried: the largest is left out, because it is not near-linear. */
const RUNGS = 2;

/**
 * Merges nodes of a large circuit that compute the same function, as far as a window around both of them shows it. Each question is as large as
 * its window and not as the circuit, so the whole is near-linear.
 *
 * @source Kuehlmann 2004, SAT sweeping; Mishchenko & Brayton 2006 (windows)
 */
export function mergeByWindows(circuit: Circuit, shouldStop?: () => boolean): Circuit {
  const live = cleanup(circuit);
  if (live.outputs.length === 0) return live;
  const cnf = circuitToCnf(live, { roots: live.outputs });
  const book = new KnownClauses(live, cnf);
  const windows = new WindowSolver(book, new StitchedProof(1));
  const known = sweep(book, windows, findWitness(live).signatures, { rungs: RUNGS, ...(shouldStop && { shouldStop }) });
  const builder = createBuilder();
  const moved = new Int32Array(live.nodeCount);
  for (let i = 0; i < live.inputCount; i += 1) moved[i + 1] = builder.input(live.inputNames[i]);
  const move = (edge: Edge): Edge => moved[edge >>> 1]! ^ (edge & 1);
  for (let node = firstGate(live); node < live.nodeCount; node += 1) {
    const edge = known[node]!;
    if (edge !== 2 * node) {
      moved[node] = move(edge);
      continue;
    }
    const [a, b] = [move(live.left[node]!), move(live.right[node]!)];
    moved[node] = live.kinds[node] === NodeKind.and ? builder.and(a, b) : builder.xor(a, b);
  }
  return cleanup(builder.build(live.outputs.map(move), live.outputNames));
}
