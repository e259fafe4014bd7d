import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThere } from './install-programs.ts';

/** A compressor of the system, as a peer. */
export interface Compressor {
  readonly name: string;
  /** The size of the compressed bytes and the CPU seconds it took. */
  run(bytes: Uint8Array): { readonly size: number; readonly cpuSeconds: number };
}

/** A peer that is not there, and what would bring it. */
export interface AbsentCompressor {
  readonly name: string;
  readonly why: string;
}

interface Recipe {
  readonly name: string;
  readonly commands: readonly string[];
  readonly debian: string;
  /** Arguments that compress `input` into `output`. */
  args(input: string, output: string): readonly string[];
}

const recipes: readonly Recipe[] = [
  {
    name: 'xz -9e',
    commands: ['xz'],
    debian: 'xz-utils',
    args: (input) => ['-9e', '--keep', '--threads=1', '--suffix=.out', input],
  },
  {
    name: '7z PPMd o16',
    commands: ['7zz', '7z'],
    debian: '7zip',
    args: (input, output) => ['a', '-t7z', '-m0=PPMd:o=16:mem=256m', '-mmt=1', '-bd', output, input],
  },
  {
    name: 'zpaq -m5',
    commands: ['zpaq'],
    debian: 'zpaq',
    args: (input, output) => ['add', output, input, '-m5', '-t1'],
  },
];

/** The peers, each found or absent. Their sizes include the few hundred bytes of their file formats. */
export function findCompressors(
  environment: Readonly<Record<string, string | undefined>>,
): readonly (Compressor | AbsentCompressor)[] {
  return recipes.map((recipe) => {
    const command = recipe.commands.find((name) => isThere(name, environment));
    if (command === undefined) return { name: recipe.name, why: `not installed: apt-get install ${recipe.debian}` };
    return { name: recipe.name, run: (bytes) => compress(recipe, command, bytes) };
  });
}

/** Runs the program under a shell whose `times` tells the CPU time of its children. */
function compress(recipe: Recipe, command: string, bytes: Uint8Array): ReturnType<Compressor['run']> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-corpus-'));
  try {
    const input = join(folder, 'text');
    const output = `${input}.out`;
    writeFileSync(input, bytes);
    const script = '"$@" >/dev/null 2>&1 || exit 1; times';
    const made = recipe.name.startsWith('7z')
      ? `${output}.7z`
      : recipe.name.startsWith('zpaq')
        ? `${output}.zpaq`
        : output;
    const printed = execFileSync('sh', ['-c', script, 'sh', command, ...recipe.args(input, made)], {
      encoding: 'utf8',
    });
    return { size: statSync(made).size, cpuSeconds: childSeconds(printed) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `times` prints user and system time of the shell, then of its children, each as 0m1.230s. */
function childSeconds(printed: string): number {
  const times = [...printed.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  );
  return (times[2] ?? 0) + (times[3] ?? 0);
}
