import { Fault, isRecord } from '#foundation/kernel';
import { halfToFloat, upperHalvesToFloats } from './half-float.ts';

/** A tensor by name: its shape and its numbers. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * Tensors as a safetensors file: length of the header, header as JSON, bytes. The header is filled up with spaces so that the bytes begin at a
 * multiple of eight, and keys are in order, so the same tensors give the same bytes.
 *
 * @source Hugging Face: safetensors format 0.4
 */
export function writeSafetensors(
  tensors: readonly Tensor[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + values.byteLength] };
    offset += values.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = 8 * Math.ceil(text.length / 8);
  const bytes = new Uint8Array(8 + length + offset);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.fill(32, 8, 8 + length);
  bytes.set(text, 8);
  let at = 8 + length;
  for (const { values } of tensors) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return bytes;
}

/** A safetensors file: its tensors as floats whatever they are stored as, and its metadata. */
export interface SafetensorsFile {
  readonly metadata: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** Of all tensors. */
  readonly bytes: number;
  /** The tensor of a name, converted when asked for. */
  tensor(name: string): Tensor;
}

/** Reads F32, F16 and BF16 tensors. */
export function readSafetensors(bytes: Uint8Array): SafetensorsFile {
  const { header, data } = headerOf(bytes);
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  const metadata: Record<string, string> = {};
  const found = header['__metadata__'];
  for (const [key, value] of Object.entries(isRecord(found) ? found : {})) {
    if (typeof value !== 'string') throw new Fault('lm/bad-checkpoint', `metadata ${key} is no text`);
    metadata[key] = value;
  }
  return { metadata, names, bytes: data.length, tensor: (name) => readTensor(name, header[name], data) };
}

function headerOf(bytes: Uint8Array): { header: Record<string, unknown>; data: Uint8Array } {
  const bad = (why: string): Fault => new Fault('lm/bad-checkpoint', `not a safetensors file: ${why}`);
  if (bytes.length < 8) throw bad(`only ${bytes.length} bytes`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > bytes.length - 8) throw bad(`a header of ${length} bytes in a file of ${bytes.length}`);
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  } catch (error) {
    throw new Fault('lm/bad-checkpoint', 'not a safetensors file: the header is not JSON', { cause: error });
  }
  if (!isRecord(header)) throw bad('the header is not an object');
  return { header, data: bytes.subarray(8 + length) };
}

function readTensor(name: string, entry: unknown, data: Uint8Array): Tensor {
  const bad = (why: string): Fault => new Fault('lm/bad-checkpoint', `tensor ${name}: ${why}`);
  if (!isRecord(entry)) throw bad('not there');
  const { dtype, shape, data_offsets: offsets } = entry;
  if (!isSizes(shape) || !isSizes(offsets) || offsets.length !== 2) throw bad('no shape or no place');
  const [from, to] = [offsets[0] ?? 0, offsets[1] ?? 0];
  const count = shape.reduce((product, n) => product * n, 1);
  const width = dtype === 'F32' ? 4 : dtype === 'F16' || dtype === 'BF16' ? 2 : 0;
  if (width === 0) throw bad(`numbers of type ${JSON.stringify(dtype)}, which are not read here`);
  if (to - from !== count * width || to > data.length) throw bad('its bytes are missing');
  return { name, shape, values: floatsOf(new Uint8Array(data.subarray(from, to)), String(dtype)) };
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= 0);
}

/** The numbers of bytes of a type; `bytes` is a copy of its own, so it is aligned; `slice` would be a view where a Buffer is read. */
function floatsOf(bytes: Uint8Array, type: string): Float32Array {
  if (type === 'F32') return new Float32Array(bytes.buffer);
  const halves = new Uint16Array(bytes.buffer);
  if (type === 'F16') return Float32Array.from(halves, halfToFloat);
  return upperHalvesToFloats(halves);
}
