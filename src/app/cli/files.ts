import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Fault } from '#foundation/kernel';

/** Unpacked bytes that are taken at most: twice as much is held for a moment. */
const maxUnpacked = 256 * 1_048_576;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Bytes of a file, or of `stdin` for `-`; gzip is told by its magic bytes and unpacked. */
export async function readInput(path: string, stdin: NodeJS.ReadableStream): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = path === '-' ? await buffer(stdin) : await readFile(path);
  } catch (error) {
    throw new Fault('cli/cannot-read', `cannot read ${path}: ${reasonOf(error)}`, { details: { path }, cause: error });
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpacked });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new Fault('cli/too-large', `${path} unpacks to more than ${maxUnpacked / 1_048_576} MB`, {
        details: { path },
      });
    }
    throw new Fault('cli/cannot-read', `${path} is damaged gzip: ${reasonOf(error)}`, {
      details: { path },
      cause: error,
    });
  }
}

/** Writes a file whole or not at all: a temporary file beside it, flushed, then renamed. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(temporary, 'w');
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Fault('cli/cannot-write', `cannot write ${path}: ${reasonOf(error)}`, {
      details: { path },
      cause: error,
    });
  }
}
