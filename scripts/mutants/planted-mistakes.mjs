// `npm run test:mutants -- --points`: takes away, one by one, what docs/skill-trainer.md says is held, and looks whether the test of that point fails.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWeb } from '../build-web.mjs';

/** A run of one test file that takes longer than this hangs. */
const HANGS = 300_000;

/** Plants the mistakes of the points that match; true where each was seen. */
export async function tryPoints(only = '') {
  const plants = JSON.parse(readFileSync('test/planted-mistakes.json', 'utf8')).filter((plant) =>
    `${plant.point}: ${plant.asked} (${plant.file}, ${plant.test} › ${plant.name})`.includes(only),
  );
  const folder = await copyCheckout();
  const sound = new Map();
  try {
    const seen = plants.filter((plant) => {
      const { test, name, point, asked } = plant;
      if (!sound.has(test)) sound.set(test, passing(folder, test, plants));
      const { isSeen, why } = sound.get(test).has(name)
        ? tryPlant(folder, plant)
        : { isSeen: false, why: 'FAILS WITHOUT THE MISTAKE' };
      console.log(isSeen ? `seen failing: ${point}: ${asked} (${why})` : `${why}: ${point}: ${asked}`);
      return isSeen;
    });
    console.log(`${seen.length} of ${plants.length} points seen failing`);
    return seen.length === plants.length && plants.length > 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What tests need, in a folder of its own: mistakes are never planted into the checkout, nor into what it has compiled. */
async function copyCheckout() {
  await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'pawl-points-'));
  const isCopied = (name) => !['node_modules', 'dist', '.git', '.pawl'].includes(name);
  for (const name of readdirSync('.').filter(isCopied)) {
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => path !== join('web', 'dist') });
  }
  for (const built of ['dist', 'web/dist']) if (existsSync(built)) symlinkSync(resolve(built), join(folder, built));
  // Packages are linked one by one: what is compiled and kept beside them (`test/built-pawl.ts`) is the copy's own.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((name) => !/^\.(cache|vite)/u.test(name))) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** The names of the tests of a file that pass as it is. */
function passing(folder, test, plants) {
  const names = [...new Set(plants.filter((plant) => plant.test === test).map(({ name }) => name))];
  const { tests } = runTests(folder, test, names);
  return new Set(
    names.filter((name) => {
      const named = tests.filter(({ title }) => new RegExp(`^${pattern(name)}$`, 'u').test(title));
      return named.length > 0 && named.every(({ status }) => status === 'passed');
    }),
  );
}

/** Plants one mistake, runs its test, and takes the mistake out again. */
function tryPlant(folder, { file, find, replace, test, name }) {
  const path = join(folder, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(find).length !== 2) return { isSeen: false, why: 'NO LONGER FITS ITS FILE' };
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  );
  try {
    const { tests, isHanging } = runTests(folder, test, [name]);
    if (isHanging) return { isSeen: false, why: 'HANGS' };
    if (tests.length === 0) return { isSeen: false, why: 'DOES NOT LOAD' };
    const failed = tests.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return { isSeen: false, why: 'STILL PASSES' };
    const [said = ''] = failed[0].failureMessages[0].split('\n');
    // A machine that is too busy times out as well.
    if (/timed out in \d+ms/u.test(said)) return { isSeen: false, why: 'TIMES OUT' };
    return { isSeen: true, why: said.slice(0, 160) };
  } finally {
    writeFileSync(path, sound);
  }
}

/** A test's title as a pattern: what `it.each` puts in for %s may be anything. */
function pattern(name) {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(/%[sdifjoO]/gu, '.*');
}

/** The tests of a file that have these names, and how they ended. */
function runTests(folder, test, names) {
  const report = join(folder, 'points-report.json');
  rmSync(report, { force: true });
  const { signal } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      test,
      '-t',
      `(${names.map(pattern).join('|')})$`,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore', timeout: HANGS },
  );
  if (!existsSync(report)) return { tests: [], isHanging: signal !== null };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { tests: all.filter(({ status }) => status === 'passed' || status === 'failed'), isHanging: false };
}
