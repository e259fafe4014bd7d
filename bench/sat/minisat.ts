import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cnf } from '#logic/sat';

/** MiniSat in one process over a whole file of formulas: nanoseconds of CPU and answer (10 or 20) of each. */
export interface MiniSat {
  run(formulas: readonly Cnf[]): { readonly nanoseconds: number[]; readonly answers: number[] };
  dispose(): void;
}

/** Why there is no peer. */
export interface NoPeer {
  readonly why: string;
}

const units = ['core/Solver.cc', 'utils/System.cc', 'utils/Options.cc'];

/**
 * Builds the driver against the sources that `apt-get source minisat` unpacks: those in `PAWL_MINISAT_SOURCE`, or a
 * `minisat2-*` folder in /usr/src. The Debian package itself has no library, and its program reads one formula per process.
 */
export function buildMiniSat(environment: Readonly<Record<string, string | undefined>>): MiniSat | NoPeer {
  const source = environment['PAWL_MINISAT_SOURCE'] ?? unpackedSource();
  if (source === undefined || !existsSync(join(source, 'minisat/core/Solver.cc'))) {
    return { why: 'no MiniSat sources: run `apt-get source minisat` and set PAWL_MINISAT_SOURCE to the folder' };
  }
  const folder = mkdtempSync(join(tmpdir(), 'pawl-minisat-'));
  const program = join(folder, 'driver');
  const compiler = environment['CXX'] ?? 'g++';
  const driver = fileURLToPath(new URL('minisat.cc', import.meta.url));
  const flags = ['-O3', '-DNDEBUG', '-w', '-fpermissive', '-D__STDC_LIMIT_MACROS', '-D__STDC_FORMAT_MACROS'];
  try {
    const files = units.map((unit) => join(source, 'minisat', unit));
    execFileSync(compiler, [...flags, '-I', source, driver, ...files, '-o', program], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return {
      why: `${compiler} could not build the driver: ${error instanceof Error ? error.message.split('\n')[0] : ''}`,
    };
  }
  return {
    run: (formulas) => runDriver(program, join(folder, 'formulas'), formulas),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function unpackedSource(): string | undefined {
  const root = '/usr/src';
  const found = existsSync(root) ? readdirSync(root).find((name) => name.startsWith('minisat2-')) : undefined;
  return found === undefined ? undefined : join(root, found);
}

function runDriver(program: string, file: string, formulas: readonly Cnf[]): ReturnType<MiniSat['run']> {
  const words = [formulas.length];
  for (const cnf of formulas) {
    words.push(cnf.variables, cnf.clauses.length);
    for (const literal of cnf.clauses) words.push(literal);
  }
  writeFileSync(file, new Uint8Array(Int32Array.from(words).buffer));
  const lines = execFileSync(program, [file], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .trim()
    .split('\n');
  const columns = lines.map((line) => line.split(' ').map(Number));
  return { nanoseconds: columns.map((c) => c[1] ?? 0), answers: columns.map((c) => c[0] ?? 0) };
}
