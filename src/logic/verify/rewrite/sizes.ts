import { type Circuit, gateCount } from '#logic/circuit/graph';
import { cleanup, expandXors } from '#logic/circuit/structure';

/**
 * Live gates of a circuit, and the ANDs it has when every XOR is spelt out: what an and-inverter graph of it costs.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006 (and-inverter graphs)
 */
export interface Sizes {
  readonly gates: number;
  readonly andEquivalent: number;
}

export function sizesOf(circuit: Circuit): Sizes {
  const live = cleanup(circuit);
  return { gates: gateCount(live), andEquivalent: gateCount(cleanup(expandXors(live))) };
}
