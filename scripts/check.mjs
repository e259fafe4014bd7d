// Lint, format, dead code, types. Every check runs, so one look shows all that is wrong.
import { tool } from './run.mjs';

const checks = [
  ['types', 'typescript/bin/tsc', ['--noEmit']],
  ['lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', 'src', 'test', 'architecture.ts']],
  ['format', 'oxfmt/bin/oxfmt', ['--check', '.']],
  ['dead code', 'knip/bin/knip.js', []],
];

const failed = checks.filter(([name, script, args]) => {
  console.log(`check: ${name}`);
  return tool(script, args) !== 0;
});
if (failed.length > 0) {
  console.error(`failed: ${failed.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
console.log(`all ${checks.length} checks passed`);
