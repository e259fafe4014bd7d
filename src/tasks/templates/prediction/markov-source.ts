import { createRng } from '#foundation/kernel';
import { drawWeights, type SymbolSource } from './symbol-source.ts';

const letters = Array.from(' etaoinshrdlucmfwypvbgkjqxz');

/** Which text: everything with the same values is the same language. */
export interface MarkovChoice {
  readonly source: number;
  readonly alphabet: number;
  readonly order: number;
}

const sources = new Map<string, SymbolSource<number>>();

/**
 * Letters that depend on the `order` letters before: every context has its own distribution over at most four letters, drawn
 * from the stream named by source and context. A state is the context as a number in base `alphabet`.
 */
export function markovSource({ source, alphabet, order }: MarkovChoice): SymbolSource<number> {
  const key = `CHAR_LM/source/${source}/${alphabet}/${order}`;
  const made = sources.get(key);
  if (made !== undefined) return made;
  const contexts = alphabet ** order;
  const known = new Map<number, readonly number[]>();
  const created: SymbolSource<number> = {
    symbols: letters.slice(0, alphabet),
    start: 0,
    weights(state) {
      let weights = known.get(state);
      if (weights === undefined) {
        weights = drawWeights(alphabet, Math.min(alphabet, 4), createRng(`${key}/${state}`));
        known.set(state, weights);
      }
      return weights;
    },
    next: (state, symbol) => (state * alphabet + symbol) % contexts,
  };
  if (sources.size > 64) sources.clear();
  sources.set(key, created);
  return created;
}
