import { Fault } from '#foundation/kernel';
import { Model } from '../model.ts';
import { completeShape } from '../shape.ts';
import { ggufTensors, reorderRows } from './gguf-tensors.ts';
import { halfToFloat, upperHalvesToFloats } from './half-float.ts';
import { requireRoom } from './require-room.ts';

interface Placed {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
}

const SIZES: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const STRING = 8;
const ARRAY = 9;
const F32 = 0;
const F16 = 1;
const BF16 = 30;

/** @source ggml: GGML_MAX_DIMS */
const MOST_DIMENSIONS = 4;

/** The model of a GGUF file of this shape: architecture llama, weights of 32 or 16 bits. What else a file holds is left alone. */
export function readGguf(bytes: Uint8Array): Model {
  const reader = new Reader(bytes);
  if (reader.text(4) !== 'GGUF') throw bad('does not begin with GGUF');
  if (reader.u32() !== 3) throw bad('only version 3 is read');
  const [count, pairs] = [reader.u64(), reader.u64()];
  const header = new Map<string, number | string | undefined>();
  for (let i = 0; i < pairs; i += 1) header.set(reader.string(), reader.value(reader.u32()));
  const placed = new Map<string, Placed>();
  for (let i = 0; i < count; i += 1) {
    const name = reader.string();
    const dimensions = reader.u32();
    if (dimensions > MOST_DIMENSIONS) throw bad(`a tensor of ${dimensions} dimensions`);
    const size = Array.from({ length: dimensions }, () => reader.u64()).reduce((a, b) => a * b, 1);
    placed.set(name, { type: reader.u32(), offset: reader.u64(), size });
  }
  const alignment = Number(header.get('general.alignment') ?? 32);
  if (!(Number.isSafeInteger(alignment) && alignment > 0)) throw bad(`an alignment of ${alignment}`);
  const start = alignment * Math.ceil(reader.at / alignment);
  for (const { type, offset, size } of placed.values()) {
    if (start + offset + size * (type === F32 ? 4 : 2) > bytes.length) throw bad('it ends within its weights');
  }
  const shape = shapeOf(header, placed);
  requireRoom(shape, bytes.length);
  const model = new Model(shape);
  const weights = new Float32Array(model.size);
  for (const tensor of ggufTensors(model.shape)) {
    const { offset, size } = model.parameters.find((each) => each.name === tensor.from)!;
    const found = placed.get(tensor.name);
    if (found?.size !== size) throw bad(`tensor ${tensor.name} is missing or of another size`);
    const values = floatsOf(bytes, start + found.offset, found);
    weights.set(tensor.heads === 0 ? values : reorderRows(values, tensor, 'to halves'), offset);
  }
  model.setWeights(weights);
  return model;
}

function shapeOf(
  header: ReadonlyMap<string, number | string | undefined>,
  placed: ReadonlyMap<string, Placed>,
): Model['shape'] {
  if (header.get('general.architecture') !== 'llama') throw bad('its architecture is not llama');
  const number = (key: string, usual?: number): number => {
    const value = header.get(`llama.${key}`) ?? usual;
    if (typeof value !== 'number') throw bad(`llama.${key} is missing`);
    return value;
  };
  const width = number('embedding_length');
  const heads = number('attention.head_count');
  return completeShape({
    vocab: (placed.get('token_embd.weight')?.size ?? 0) / width,
    context: number('context_length'),
    layers: number('block_count'),
    width,
    heads,
    keyHeads: number('attention.head_count_kv', heads),
    hidden: number('feed_forward_length'),
    rotaryBase: number('rope.freq_base', 10_000),
    epsilon: number('attention.layer_norm_rms_epsilon'),
    isTied: !placed.has('output.weight'),
  });
}

function floatsOf(bytes: Uint8Array, at: number, { type, size }: Placed): Float32Array {
  if (type !== F32 && type !== F16 && type !== BF16) {
    throw bad(`weights of type ${type}; only 32-bit (0) and 16-bit (1, 30) floats are read`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, size * (type === F32 ? 4 : 2));
  const all = { length: size };
  if (type === F32) return Float32Array.from(all, (_, i) => view.getFloat32(4 * i, true));
  const halves = Uint16Array.from(all, (_, i) => view.getUint16(2 * i, true));
  return type === F16 ? Float32Array.from(halves, halfToFloat) : upperHalvesToFloats(halves);
}

function bad(why: string): Fault {
  return new Fault('lm/bad-checkpoint', `GGUF file: ${why}`);
}

/** Reads forwards; a file that ends early, or says it holds more than it has bytes for, is a Fault. */
class Reader {
  at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u32(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  u64(): number {
    const value = Number(this.view.getBigUint64(this.skip(8), true));
    if (!Number.isSafeInteger(value)) throw bad('a length is beyond all files');
    return value;
  }

  text(length: number): string {
    const begin = this.skip(length);
    return new TextDecoder().decode(this.bytes.subarray(begin, begin + length));
  }

  string(): string {
    return this.text(this.u64());
  }

  /** A number or a string; what is neither is passed over. */
  value(type: number): number | string | undefined {
    if (type === STRING) return this.string();
    if (type === ARRAY) {
      const [of, length] = [this.u32(), this.u64()];
      if (of === STRING) for (let i = 0; i < length; i += 1) this.string();
      else if (SIZES[of] === undefined) throw bad(`a list of type ${of}`);
      else this.skip(SIZES[of] * length);
      return undefined;
    }
    const size = SIZES[type];
    if (size === undefined) throw bad(`a value of type ${type}`);
    const begin = this.skip(size);
    if (type === 4) return this.view.getUint32(begin, true);
    if (type === 5) return this.view.getInt32(begin, true);
    return type === 6 ? this.view.getFloat32(begin, true) : undefined;
  }

  private skip(length: number): number {
    const begin = this.at;
    if (begin + length > this.bytes.length) throw bad('it ends early');
    this.at += length;
    return begin;
  }
}
