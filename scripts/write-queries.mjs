// Compiles scripts/queries into src/world/store/statements.ts: npm run queries
import { writeFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';
import { tool } from './run.mjs';

register();
const { compileQueries, statementsText } = await import('./queries/compile-queries.ts');
const { queries } = await import('./queries/queries.ts');

const file = 'src/world/store/statements.ts';
writeFileSync(file, statementsText(compileQueries(queries)));
process.exit(tool('oxfmt/bin/oxfmt', ['--write', file]));
