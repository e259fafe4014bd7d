import type { Curve } from '../views/curve.ts';

/**
 * The curves of a run as a TensorBoard event file: records of length, masked CRC-32C of the length, data, masked CRC-32C of the data;
 * the data are `Event` messages of Protocol Buffers with a wall time (field 1), a step (2) and a summary (5) of one scalar.
 *
 * @source tensorflow/core/lib/io/record_writer.h; tensorflow/core/util/event.proto; tensorflow/core/framework/summary.proto
 */
export function tensorBoardFile(curves: readonly Curve[], startedAt: number): Uint8Array {
  const seconds = startedAt / 1000;
  const events = [event(seconds, 0, [...tagged(3, 2), ...bytes(Buffer.from('brain.Event:2'))])];
  for (const { name, x, y } of curves) {
    const tag = Buffer.from(name.replaceAll(/\s+/gu, '_'));
    for (const [i, at] of x.entries()) {
      const value = [...tagged(1, 2), ...bytes(tag), ...tagged(2, 5), ...float(y[i] ?? 0)];
      const summary = [...tagged(1, 2), ...bytes(value)];
      events.push(event(seconds, Math.round(at), [...tagged(5, 2), ...bytes(summary)]));
    }
  }
  return Buffer.concat(events.map(record));
}

function event(seconds: number, step: number, rest: readonly number[]): Buffer {
  const wall = Buffer.alloc(8);
  wall.writeDoubleLE(seconds);
  return Buffer.from([...tagged(1, 1), ...wall, ...tagged(2, 0), ...varint(step), ...rest]);
}

/** The key of a field: its number and how it is written. */
function tagged(field: number, wire: number): number[] {
  return varint(field * 8 + wire);
}

function varint(value: number): number[] {
  const out: number[] = [];
  let left = value;
  while (left >= 128) {
    out.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return [...out, left];
}

function bytes(content: ArrayLike<number>): number[] {
  return [...varint(content.length), ...Array.from(content)];
}

function float(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeFloatLE(value);
  return out;
}

function record(data: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(data.length));
  return Buffer.concat([length, masked(length), data, masked(data)]);
}

/** ((crc >> 15) | (crc << 17)) + 0xa282ead8, as the format asks. */
function masked(data: Uint8Array): Buffer {
  const crc = crc32c(data);
  const out = Buffer.alloc(4);
  out.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa2_82_ea_d8) >>> 0);
  return out;
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
