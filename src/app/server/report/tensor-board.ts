import type { Curve } from '../views/curve.ts';

/**
 * The curves of a run as a TensorBoard event file: records of length, masked CRC-32C of the length, data, masked CRC-32C of the data;
 * the data are `Event` messages of Protocol Buffers with a wall time (field 1), a step (2) and a summary (5) of one scalar.
 *
 * @source tensorflow/core/lib/io/record_writer.h; tensorflow/core/util/event.proto; tensorflow/core/framework/summary.proto
 */
export function tensorBoardFile(curves: readonly Curve[], startedAt: number): Uint8Array {
  const time = [...key(1, FIXED64), ...bytesOf(new Float64Array([startedAt / 1000]))];
  const event = (step: number, rest: readonly number[]): Buffer =>
    record(Uint8Array.from([...time, ...key(2, VARINT), ...varint(step), ...rest]));
  const points = curves.flatMap(({ name, x, y }) => {
    const tag = part(1, Buffer.from(name.replaceAll(/\s+/gu, '_')));
    return x.map((at, i) => {
      const value = [...key(2, FIXED32), ...bytesOf(new Float32Array([y[i] ?? 0]))];
      return event(Math.round(at), part(5, part(1, [...tag, ...value])));
    });
  });
  return Buffer.concat([event(0, part(3, Buffer.from('brain.Event:2'))), ...points]);
}

const [VARINT, FIXED64, LENGTH, FIXED32] = [0, 1, 2, 5];

/** The key of a field: its number and how it is written. */
function key(field: number, wire: number): number[] {
  return varint(field * 8 + wire);
}

/** A field of so many bytes. */
function part(field: number, content: ArrayLike<number>): number[] {
  return [...key(field, LENGTH), ...varint(content.length), ...Array.from(content)];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function bytesOf({ buffer }: Float32Array | Float64Array | Uint32Array | BigUint64Array): Uint8Array {
  return new Uint8Array(buffer);
}

function record(data: Uint8Array): Buffer {
  const length = bytesOf(new BigUint64Array([BigInt(data.length)]));
  return Buffer.concat([length, masked(length), data, masked(data)]);
}

/** ((crc >> 15) | (crc << 17)) + 0xa282ead8, as the format asks. */
function masked(data: Uint8Array): Uint8Array {
  const crc = crc32c(data);
  return bytesOf(new Uint32Array([((crc >>> 15) | (crc << 17)) + 0xa2_82_ea_d8]));
}

/** CRC-32C (Castagnoli), reflected polynomial 0x82f63b78. */
function crc32c(data: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0x82_f6_3b_78 & -(crc & 1));
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
