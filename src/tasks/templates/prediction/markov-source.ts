import { createRng, remember } from '#foundation/kernel';
import { drawWeights, type SymbolSource } from './symbol-source.ts';

const letters = Array.from(' etaoinshrdlucmfwypvbgkjqxz');

/** Which text: everything with the same values is the same language. */
export interface MarkovChoice {
  readonly source: number;
  readonly alphabet: number;
  readonly order: number;
}

/**
 * Letters that depend on the `order` letters before: every context has its own distribution over at most four letters, drawn
 * from the stream named by source and context. A state is the context as a number in base `alphabet`.
 */
export const markovSource = remember(streamOf, createMarkovSource, 64);

function streamOf({ source, alphabet, order }: MarkovChoice): string {
  return `CHAR_LM/source/${source}/${alphabet}/${order}`;
}

function createMarkovSource(choice: MarkovChoice): SymbolSource<number> {
  const { alphabet, order } = choice;
  const contexts = alphabet ** order;
  return {
    symbols: letters.slice(0, alphabet),
    start: 0,
    weights: remember(
      (state: number) => state,
      (state: number) => drawWeights(alphabet, Math.min(alphabet, 4), createRng(`${streamOf(choice)}/${state}`)),
      Infinity,
    ),
    next: (state, symbol) => (state * alphabet + symbol) % contexts,
  };
}
