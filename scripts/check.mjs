// Lint, format, dead code, types. Every check runs, so one look shows all that is wrong.
import { tool } from './run.mjs';

const checks = [
  { name: 'types', script: 'typescript/bin/tsc', args: ['--noEmit'] },
  { name: 'types of the pages', script: 'typescript/bin/tsc', args: ['-p', 'web/tsconfig.json'] },
  {
    name: 'lint',
    script: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--deny-warnings', 'src', 'bench', 'web/src', 'test', 'scripts', 'bin', 'architecture.ts'],
  },
  { name: 'format', script: 'oxfmt/bin/oxfmt', args: ['--check', '.'] },
  { name: 'dead code', script: 'knip/bin/knip.js', args: [] },
];

const failed = checks.filter(({ name, script, args }) => {
  console.log(`check: ${name}`);
  return tool(script, args) !== 0;
});
if (failed.length > 0) {
  console.error(`failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
console.log(`all ${checks.length} checks passed`);
