import { type Circuit, NodeKind } from '#logic/circuit/graph';
import { rewriteCuts } from './cut-rewrite.ts';
import { Library } from './library.ts';
import { Network } from './network.ts';

/**
 * The same function built differently: one pass of cut rewriting that also makes changes without gain. Quick, even on
 * large circuits; a source of pairs for equivalence checking.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006, `rewrite -z`
 */
export function restructure(circuit: Circuit): Circuit {
  const network = new Network(circuit);
  const weights = Object.values(NodeKind).map((kind) => (kind === NodeKind.and || kind === NodeKind.xor ? 1 : 0));
  rewriteCuts(network, { library: new Library(false), weights, zeroGain: true });
  return network.toCircuit();
}
