// Which mutants are tried: so many drawn by seed from the list of all that Stryker makes of the files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** Texts are prompts, reasons and names of streams: another word there is another word, not another rule. */
export const excluded = ['StringLiteral'];

const folders = ['src/ratchet/gate', 'src/learners/skill', 'src/learners/skill/train'];

/** The files whose rules are tried. */
export function mutatedFiles() {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(({ name }) => name.endsWith('.ts') && !/\.(test|long)\.ts$/.test(name))
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => !path.includes('fixtures') && !path.includes('prompts'))
    .sort();
}

/** A mutant by what it is, not by its number: both change when a file does, this one only in that file. */
export function keyOf({ fileName, location, mutatorName, replacement }) {
  const { start, end } = location;
  return `${fileName}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}

const silent = { info() {}, debug() {}, warn() {}, error() {}, isDebugEnabled: () => false };

/** The drawn ones, in the order of a hash of seed and key. Lines count from 0, as in the instrumenter. */
export async function drawMutants(seed, count) {
  const files = mutatedFiles().map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const { mutants } = await new Instrumenter(silent).instrument(files, {
    excludedMutations: excluded,
    ignorers: [],
    plugins: null,
  });
  const live = mutants.filter(({ status }) => status !== 'Ignored');
  const rank = (mutant) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex');
  const drawn = live.map((mutant) => ({ key: keyOf(mutant), rank: rank(mutant), file: mutant.fileName }));
  drawn.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return { of: live.length, drawn: drawn.slice(0, count) };
}
