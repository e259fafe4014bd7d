import type { Model } from '../model.ts';
import { headWidth, type ModelShape } from '../shape.ts';
import type { Tokenizer } from '../tokens/tokenizer.ts';
import { ggufTokens } from './gguf-tokens.ts';
import { ggufTensors, reorderRows } from './gguf-tensors.ts';
import type { GgufValue } from './gguf-value.ts';

const ALIGNMENT = 32;
const TYPES = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const F32_TENSOR = 0;

/**
 * A model as a GGUF file of 32-bit floats, which llama.cpp and what is built on it load.
 *
 * @source ggml: docs/gguf.md, version 3
 */
export function writeGguf(model: Model, tokenizer: Tokenizer, name: string): Uint8Array {
  const weights = model.weights();
  const header = { ...shapeValues(model.shape, name), ...ggufTokens(tokenizer) };
  const tensors = ggufTensors(model.shape).map((tensor) => {
    const { offset, size } = model.parameters.find((each) => each.name === tensor.from)!;
    const values = weights.subarray(offset, offset + size);
    return { ...tensor, values: tensor.heads === 0 ? values : reorderRows(values, tensor, 'to pairs') };
  });
  const out = new Writer();
  out.text('GGUF');
  out.u32(3);
  out.u64(tensors.length);
  out.u64(Object.keys(header).length);
  for (const [key, value] of Object.entries(header)) {
    out.string(key);
    out.value(value);
  }
  let offset = 0;
  for (const { name: own, shape, values } of tensors) {
    out.string(own);
    out.u32(shape.length);
    // The innermost dimension comes first.
    for (const dimension of shape.toReversed()) out.u64(dimension);
    out.u32(F32_TENSOR);
    out.u64(offset);
    offset += ALIGNMENT * Math.ceil((4 * values.length) / ALIGNMENT);
  }
  for (const { values } of tensors) {
    out.align();
    out.bytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  out.align();
  return out.done();
}

function shapeValues(shape: ModelShape, name: string): Record<string, GgufValue> {
  const u32 = (value: number): GgufValue => ({ type: 'u32', value });
  return {
    'general.architecture': { type: 'string', value: 'llama' },
    'general.name': { type: 'string', value: name },
    'general.alignment': u32(ALIGNMENT),
    'llama.vocab_size': u32(shape.vocab),
    'llama.context_length': u32(shape.context),
    'llama.embedding_length': u32(shape.width),
    'llama.block_count': u32(shape.layers),
    'llama.feed_forward_length': u32(shape.hidden),
    'llama.attention.head_count': u32(shape.heads),
    'llama.attention.head_count_kv': u32(shape.keyHeads),
    'llama.attention.layer_norm_rms_epsilon': { type: 'f32', value: shape.epsilon },
    'llama.rope.dimension_count': u32(headWidth(shape)),
    'llama.rope.freq_base': { type: 'f32', value: shape.rotaryBase },
  };
}

/** Bytes that grow, little-endian. */
class Writer {
  private parts: Uint8Array[] = [];
  private length = 0;

  bytes(part: Uint8Array): void {
    this.parts.push(part);
    this.length += part.length;
  }

  text(text: string): void {
    this.bytes(new TextEncoder().encode(text));
  }

  u32(value: number): void {
    this.bytes(new Uint8Array(Uint32Array.of(value).buffer));
  }

  u64(value: number): void {
    this.bytes(new Uint8Array(BigUint64Array.of(BigInt(value)).buffer));
  }

  string(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.u64(bytes.length);
    this.bytes(bytes);
  }

  value(told: GgufValue): void {
    switch (told.type) {
      case 'u32':
        this.u32(TYPES.u32);
        return this.u32(told.value);
      case 'f32':
        this.u32(TYPES.f32);
        return this.bytes(new Uint8Array(Float32Array.of(told.value).buffer));
      case 'bool':
        this.u32(TYPES.bool);
        return this.bytes(Uint8Array.of(told.value ? 1 : 0));
      case 'string':
        this.u32(TYPES.string);
        return this.string(told.value);
      case 'strings':
        this.list(TYPES.string, told.value.length);
        return told.value.forEach((each) => this.string(each));
      case 'f32s':
        this.list(TYPES.f32, told.value.length);
        return this.bytes(new Uint8Array(Float32Array.from(told.value).buffer));
      case 'i32s':
        this.list(TYPES.i32, told.value.length);
        return this.bytes(new Uint8Array(Int32Array.from(told.value).buffer));
    }
  }

  align(): void {
    const over = this.length % ALIGNMENT;
    if (over !== 0) this.bytes(new Uint8Array(ALIGNMENT - over));
  }

  done(): Uint8Array {
    const all = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  private list(of: number, length: number): void {
    this.u32(TYPES.array);
    this.u32(of);
    this.u64(length);
  }
}
