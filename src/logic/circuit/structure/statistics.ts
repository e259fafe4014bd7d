import { type Circuit, firstGate, gateCount, NodeKind } from '../graph/circuit.ts';
import { cleanup } from './graft.ts';
import { coneOf, levelsOf } from './structure.ts';
import { expandXors } from './xor-forms.ts';

/** The size and shape of a circuit; dead gates are counted only in `dead`. */
export interface CircuitStatistics {
  readonly inputs: number;
  readonly outputs: number;
  readonly ands: number;
  readonly xors: number;
  /** Gates when every XOR is written with ANDs, inner ANDs shared: the size of the AIGER file. */
  readonly andEquivalent: number;
  readonly dead: number;
  readonly depth: number;
  /** Live gates per level, from level 1 on. */
  readonly levels: readonly number[];
}

/** Counts what a circuit is made of. */
export function statisticsOf(circuit: Circuit): CircuitStatistics {
  const live = coneOf(circuit);
  const levelOf = levelsOf(circuit);
  const levels: number[] = [];
  let ands = 0;
  let xors = 0;
  for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
    if (live[node] === 0) continue;
    if (circuit.kinds[node] === NodeKind.and) ands += 1;
    else xors += 1;
    const at = levelOf[node]! - 1;
    while (levels.length <= at) levels.push(0);
    levels[at]! += 1;
  }
  return {
    inputs: circuit.inputCount,
    outputs: circuit.outputs.length,
    ands,
    xors,
    andEquivalent: gateCount(expandXors(cleanup(circuit))),
    dead: gateCount(circuit) - ands - xors,
    depth: levels.length,
    levels,
  };
}
