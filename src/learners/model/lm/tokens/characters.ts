import { Fault } from '#foundation/kernel';
import { fillUp, type Tokenizer } from './tokenizer.ts';

/** One token per character of an alphabet. Small vocabularies learn fastest; text outside the alphabet is refused. */
export function characterTokenizer(alphabet: string): Tokenizer {
  const characters = Array.from(alphabet);
  const places = new Map(characters.map((character, i) => [character, i]));
  if (places.size !== characters.length || characters.length === 0) {
    throw new Fault('lm/bad-option', 'an alphabet has at least one character, and each only once');
  }
  const begin = characters.length;
  return {
    vocab: fillUp(characters.length + 2),
    begin,
    end: begin + 1,
    data: { kind: 'characters', alphabet },
    encode: (text) =>
      Array.from(text, (character) => {
        const place = places.get(character);
        if (place === undefined) {
          throw new Fault('lm/bad-sequence', `the alphabet has no ${JSON.stringify(character)}`);
        }
        return place;
      }),
    decode: (tokens) => tokens.map((token) => characters[token] ?? '').join(''),
  };
}

/** The characters of texts, each once, in the order of their code points. */
export function alphabetOf(texts: Iterable<string>): string {
  const seen = new Set<string>();
  for (const text of texts) for (const character of text) seen.add(character);
  return [...seen].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!).join('');
}
