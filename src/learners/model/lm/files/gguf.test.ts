import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { createModel } from '../model.ts';
import { characterTokenizer } from '../tokens/characters.ts';
import { writeGguf } from './gguf.ts';
import { readGguf } from './gguf-read.ts';
import { reorderRows } from './gguf-tensors.ts';

const tokenizer = characterTokenizer('01+= \né');
const model = createModel(
  { vocab: tokenizer.vocab, context: 16, layers: 2, width: 32, heads: 4, keyHeads: 2, isTied: false },
  createRng('gguf'),
);

/** The file with another number under a key. */
function withNumber(bytes: Uint8Array, key: string, value: number): Uint8Array {
  const changed = bytes.slice();
  const at = Buffer.from(bytes).indexOf(key);
  // After the key its type, which takes four bytes.
  new DataView(changed.buffer).setUint32(at + key.length + 4, value, true);
  return changed;
}

describe('GGUF', () => {
  const bytes = writeGguf(model, tokenizer, 'tiny');

  it('comes back with the same shape and weights', () => {
    const back = readGguf(bytes);
    expect(back.shape).toEqual({ ...model.shape, epsilon: Math.fround(model.shape.epsilon) });
    expect(back.weights()).toEqual(model.weights());
  });

  it('puts rows of a head that turn together side by side', () => {
    const rows = Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7);
    const tensor = { shape: [8, 1], heads: 2 };
    expect([...reorderRows(rows, tensor, 'to pairs')]).toEqual([0, 2, 1, 3, 4, 6, 5, 7]);
  });

  it('is refused wherever it is cut, and with lies about its lengths', () => {
    for (let length = 0; length < bytes.length - 32; length += 37) {
      expect(() => readGguf(bytes.slice(0, length))).toThrow(/GGUF file/);
    }
    const lie = bytes.slice();
    lie.fill(255, 8, 15);
    expect(() => readGguf(lie)).toThrow(/GGUF file/);
  });

  // Each would allocate gigabytes, or fail with something that is no Fault, if sizes were believed.
  it.each([
    ['llama.block_count', 2 ** 31, /a model of \d+ weights in a file of/u],
    ['llama.embedding_length', 2 ** 31, /vocab must be a whole number/u],
    ['llama.feed_forward_length', 2 ** 31, /a model of \d+ weights in a file of/u],
    ['llama.context_length', 2 ** 31, /a context of 2147483648 tokens/u],
    ['general.alignment', 0, /an alignment of 0/u],
  ])('is refused before anything is allocated where it says %s = %d', (key, value, says) => {
    expect(() => readGguf(withNumber(bytes, key, value))).toThrow(says);
  });
});
