// Recomputes src/logic/verify/rewrite/optimal-chains-data.ts: node --import tsx scripts/write-optimal-chains.mjs (about five minutes).
import { writeFileSync } from 'node:fs';
import { andTable, optimalChainsText, xorAndTable } from '../src/logic/verify/synthesis/optimal-chains-text.ts';

writeFileSync('src/logic/verify/rewrite/optimal-chains-data.ts', optimalChainsText(xorAndTable(), andTable()));
