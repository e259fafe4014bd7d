// `npm test`: types, then vitest; closes with one plain line that counts the tests. Arguments pick files, as in vitest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tool } from './run.mjs';

const long = process.argv.includes('--long');
const rest = process.argv.slice(2).filter((argument) => argument !== '--long');
const env = { ...process.env, ...(long ? { PAWL_LONG: '1' } : {}) };

const types = rest.length === 0 ? tool('typescript/bin/tsc', ['--noEmit']) : 0;
const folder = mkdtempSync(join(tmpdir(), 'pawl-test-'));
const report = join(folder, 'report.json');
const code = tool(
  'vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest],
  { env },
);
try {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const file of testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'pending' || test.status === 'skipped') console.log(`skipped: ${test.fullName}`);
    }
  }
  if (types !== 0) console.log('types: failed');
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
} catch {
  console.log('0 passed, 0 failed');
}
rmSync(folder, { recursive: true, force: true });
process.exit(types || code);
