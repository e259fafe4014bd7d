// `npm test`, `test:long`, `test:soak`: vitest over the files of that kind; closes with one plain line that counts the tests.
// Arguments pick files, as in vitest; types are checked when none are picked.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOnce, startTool } from './run.mjs';
import { recordSoak } from './soak-results.mjs';

/** What a kind of tests may take as a whole, on two cores. */
const kinds = {
  '--long': { name: 'test:long', env: { PAWL_LONG: '1' }, minutes: 60, args: [] },
  // Soaks look at memory and latency over hours: one after the other, nothing beside them.
  '--soak': { name: 'test:soak', env: { PAWL_SOAK: '1' }, minutes: undefined, args: ['--maxWorkers=1'] },
};

const kind = kinds[process.argv[2]];
const rest = process.argv.slice(kind === undefined ? 2 : 3);

const folder = mkdtempSync(join(tmpdir(), 'pawl-test-'));
const report = join(folder, 'report.json');
const began = Date.now();
// Beside each other: many tests wait for something else than a core.
const [types, code] = await Promise.all([
  rest.length === 0 ? startTool('typescript/bin/tsc', ['--noEmit', ...checkOnce]) : 0,
  startTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...(kind?.args ?? []), ...rest],
    { env: { ...process.env, ...kind?.env } },
  ),
]);
const minutes = (Date.now() - began) / 60_000;

/** The last line: what passed, and for the kinds that take long whether it did so in their time. */
function lastLine({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const counts = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
  if (kind === undefined) return counts;
  const took = `${testResults.length} files, ${minutes.toFixed(1)} minutes`;
  const verdict = (types || code) !== 0 ? 'failed' : 'passed';
  if (kind.minutes === undefined || rest.length > 0) return `${kind.name} ${verdict}: ${counts}; ${took}`;
  return `${kind.name} ${verdict} ${minutes <= kind.minutes ? 'within' : 'after more than'} ${kind.minutes} minutes: ${counts}; ${took}`;
}

try {
  const results = JSON.parse(readFileSync(report, 'utf8'));
  for (const file of results.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'pending' || test.status === 'skipped') console.log(`skipped: ${test.fullName}`);
    }
  }
  if (kind?.name === 'test:soak') recordSoak(results.testResults);
  if (types !== 0) console.log('types: failed');
  console.log(lastLine(results));
} catch {
  console.log('0 passed, 0 failed');
}
rmSync(folder, { recursive: true, force: true });
process.exit(types || code);
