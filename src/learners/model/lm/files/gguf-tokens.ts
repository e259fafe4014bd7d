import type { Tokenizer } from '../tokens/tokenizer.ts';
import type { GgufValue } from './gguf-value.ts';

const NORMAL = 1;
const CONTROL = 3;
const UNUSED = 5;

interface Vocabulary {
  readonly words: readonly string[];
  readonly merges: readonly string[];
}

/**
 * The tokenizer as llama.cpp knows it: byte pairs of GPT-2's kind. Text of an alphabet comes out as the same tokens; byte pairs may be cut into
 * words a little otherwise there.
 */
export function ggufTokens({ data, begin, end, vocab }: Tokenizer): Record<string, GgufValue> {
  const { words, merges } = data.kind === 'characters' ? ofCharacters(data.alphabet) : ofBytes(data.merges);
  const rest = Array.from({ length: vocab - words.length - 2 }, (_, i) => `<unused${i}>`);
  const tokens = [...words, '<s>', '</s>', ...rest];
  return {
    'tokenizer.ggml.model': { type: 'string', value: 'gpt2' },
    'tokenizer.ggml.pre': { type: 'string', value: 'gpt-2' },
    'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
    'tokenizer.ggml.token_type': {
      type: 'i32s',
      value: tokens.map((_, i) => (i < words.length ? NORMAL : i <= end ? CONTROL : UNUSED)),
    },
    'tokenizer.ggml.merges': { type: 'strings', value: merges },
    'tokenizer.ggml.bos_token_id': { type: 'u32', value: begin },
    'tokenizer.ggml.eos_token_id': { type: 'u32', value: end },
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: true },
    'tokenizer.ggml.add_eos_token': { type: 'bool', value: false },
  };
}

/** Each character is its bytes, merged one after the other. */
function ofCharacters(alphabet: string): Vocabulary {
  const merges = new Set<string>();
  const words = Array.from(alphabet, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => letters[byte]!)
      .reduce((word, letter) => {
        merges.add(`${word} ${letter}`);
        return word + letter;
      }),
  );
  return { words, merges: [...merges] };
}

function ofBytes(pairs: readonly (readonly [number, number])[]): Vocabulary {
  const words = [...letters];
  const merges = pairs.map(([a, b]) => {
    words.push(words[a]! + words[b]!);
    return `${words[a]} ${words[b]}`;
  });
  return { words, merges };
}

/**
 * The letters that bytes go by: printable ones stand for themselves, the others are U+0100 and on.
 *
 * @source GPT-2, bytes_to_unicode
 */
const letters: readonly string[] = (() => {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    if (isPrintable) return String.fromCharCode(byte);
    next += 1;
    return String.fromCharCode(next - 1);
  });
})();
