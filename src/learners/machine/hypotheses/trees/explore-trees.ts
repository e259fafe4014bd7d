import type { FacePorts } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import { type Actor, actorOf } from '../practice.ts';
import { placesOf, writeWord } from '../word-view.ts';
import { evaluateTree } from './evaluate-tree.ts';
import { answerOfTree, expressionAt } from './tree-examples.ts';
import { formatOf, type Meaning, meaningsOf, type TreeBinding, type TreeHypothesis } from './tree-hypothesis.ts';

/** How likely an unknown symbol is guessed to name a value that is there. */
const LOADS = 0.7;

/** Writes the words of an answer; a list gets its length. */
function writeAnswer(words: readonly number[], binding: TreeBinding, face: FacePorts): Uint8Array | undefined {
  const { ports, width } = face.action;
  const port = ports[binding.answer]!;
  const places = placesOf(port);
  if (words.length > places.length) return undefined;
  const bits = new Uint8Array(width);
  const length = port.repeats[0]?.length;
  if (length !== undefined) writeWord(bits, ports[length]!.offset, ports[length]!.width, words.length);
  for (const [i, word] of words.entries()) {
    const raw = word - port.low;
    writeWord(bits, places[i]!, port.width, ((raw % 2 ** port.width) + 2 ** port.width) % 2 ** port.width);
  }
  return bits;
}

/**
 * Plays what a table says, and guesses what it does not say: a hit then tells more than an answer by chance, whatever the width of a word.
 */
export function explorer(
  guesses: readonly Omit<TreeHypothesis, 'table'>[],
  known: readonly (Meaning | null)[],
  face: FacePorts,
  rng: Rng,
): Actor {
  return actorOf(() => {
    const guess = rng.pick(guesses);
    return (observation) => {
      const { binding, notation, output } = guess;
      const expression = expressionAt(observation, binding, face);
      const table = [...known];
      for (const symbol of expression.tokens) table[symbol] ??= guessMeaning(symbol, expression.memory.length, rng);
      const value = evaluateTree({ notation, table }, expression, formatOf(face.action.ports[binding.answer]!));
      const words = value.kind === 'values' ? answerOfTree(value, output) : [0];
      return writeAnswer(words, binding, face);
    };
  });
}

function guessMeaning(symbol: number, cells: number, rng: Rng): Meaning {
  if (symbol < cells && rng.chance(LOADS)) return 'load';
  return rng.pick(meaningsOf(symbol, cells));
}
