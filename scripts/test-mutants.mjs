// `npm run test:mutants`: plants mistakes into the rules of the trainer (Stryker) and counts those that a test sees.
// 300 mutants drawn by seed; `--part 2/4` tries a quarter of them, `--left` only those that lived before. What was tried is kept in .pawl/mutants-SEED.json.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, excluded, keyOf } from './mutants/draw-mutants.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    part: { type: 'string', default: '1/1' },
    concurrency: { type: 'string', default: '2' },
    left: { type: 'boolean', default: false },
  },
});
const [part, parts] = values.part.split('/').map(Number);
const { of, drawn } = await drawMutants(Number(values.seed), Number(values.count));
const folder = mkdtempSync(join(tmpdir(), 'pawl-mutants-'));
const results = `.pawl/mutants-${values.seed}.json`;
const isKilled = (status) => status === 'Killed' || status === 'Timeout';
const before = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).mutants : {};
const mine = drawn.filter(({ key }, i) => i % parts === part - 1 && !(values.left && isKilled(before[key])));

try {
  // The tests beside the rules take seconds, those of whole runs minutes: the second see only what the first let live.
  const near = await plant('near', mine);
  const living = mine.filter(({ key }) => !isKilled(near.get(key)));
  const far = await plant('far', living);
  keep(new Map([...near, ...far]));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The status of each of these mutants under the near or the far tests. */
async function plant(tests, planted) {
  if (planted.length === 0) return new Map();
  const list = join(folder, `${tests}.json`);
  const report = join(folder, `${tests}-report.json`);
  writeFileSync(list, JSON.stringify(planted.map(({ key }) => key)));
  process.env.PAWL_DRAWN_MUTANTS = list;
  process.env.PAWL_MUTANTS_ROOT = process.cwd();
  process.env.PAWL_MUTANTS_TESTS = tests;
  const { Stryker } = await import('@stryker-mutator/core');
  await new Stryker({
    mutate: [...new Set(planted.map(({ file }) => file))],
    mutator: { excludedMutations: excluded },
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
    coverageAnalysis: 'perTest',
    plugins: ['@stryker-mutator/vitest-runner', join(process.cwd(), 'scripts/mutants/drawn-checker.mjs')],
    checkers: ['drawn'],
    concurrency: Number(values.concurrency),
    reporters: ['json', 'clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, reportMutants: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
    tempDirName: join(folder, 'sandbox'),
    ignorePatterns: ['docs', 'web', 'bench', '.pawl', 'examples'],
    // The installed TypeScript has no API to read it with, and nothing here needs it.
    tsconfigFile: 'none.json',
    allowConsoleColors: false,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 30,
  }).runMutationTest();
  return statuses(JSON.parse(readFileSync(report, 'utf8')));
}

function statuses({ files }) {
  const found = new Map();
  for (const [fileName, { mutants }] of Object.entries(files)) {
    for (const { location, mutatorName, replacement, status } of mutants)
      if (status !== 'CompileError') found.set(keyInReport({ fileName, location, mutatorName, replacement }), status);
  }
  return found;
}

/** Adds what this part found to what was kept; a mutant that is gone from the draw goes. */
function keep(found) {
  const isMine = new Set(mine.map(({ key }) => key));
  const mutants = Object.fromEntries(
    drawn.flatMap(({ key }) => {
      const status = isMine.has(key) ? found.get(key) : before[key];
      return status === undefined ? [] : [[key, status]];
    }),
  );
  const tried = Object.values(mutants);
  const killed = tried.filter(isKilled).length;
  const score = {
    seed: Number(values.seed),
    drawn: drawn.length,
    of,
    tried: tried.length,
    killed,
    share: killed / tried.length,
  };
  mkdirSync('.pawl', { recursive: true });
  writeFileSync(results, `${JSON.stringify({ score, mutants }, null, 2)}\n`);
  console.log(
    `${killed} of ${tried.length} mutants killed (${((100 * killed) / tried.length).toFixed(1)} %), ${drawn.length} drawn of ${of}`,
  );
  for (const [key, status] of Object.entries(mutants))
    if (isMine.has(key) && !isKilled(status)) console.log(`${status}: ${key}`);
}

/** The report counts lines and columns from 1, the instrumenter from 0. */
function keyInReport({ location: { start, end }, ...mutant }) {
  const less = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return keyOf({ ...mutant, location: { start: less(start), end: less(end) } });
}
