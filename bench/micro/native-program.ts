import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The compiler of the native peers; its vector extensions are what the sources are written in. */
const compiler = 'gcc';

/** How a native peer is built. */
export interface NativeBuild {
  readonly name: string;
  readonly vectorBytes: number;
  readonly flags: readonly string[];
}

/** A native build of all cases of a benchmark. */
export interface NativeProgram extends NativeBuild {
  /** CPU nanoseconds per operation of a case over so many turns, and the checksum at the end, in decimal digits. */
  run(index: number, turns: number): { readonly ns: number; readonly checksum: string };
  remove(): void;
}

/** Builds a C program that takes a case and a number of turns; undefined when there is no compiler or it refuses. */
export function buildNative(source: string, build: NativeBuild): NativeProgram | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-native-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const [file, binary] = [join(folder, 'peer.c'), join(folder, 'peer')];
  try {
    writeFileSync(file, source);
    execFileSync(compiler, [...build.flags, '-o', binary, file], { stdio: 'pipe' });
    execFileSync(binary, ['0', '1'], { stdio: 'pipe' });
  } catch {
    remove();
    return undefined;
  }
  return {
    ...build,
    run(index, turns) {
      const [ns, checksum] = execFileSync(binary, [String(index), String(turns)], { encoding: 'utf8' }).split(' ');
      return { ns: Number(ns), checksum: checksum ?? '' };
    },
    remove,
  };
}
