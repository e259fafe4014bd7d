// npm run results: cuts the results of bench/results down to what is committed of them, and writes docs/measured.md from them.
import { register } from 'tsx/esm/api';

register();
const { writeResults } = await import('../bench/provenance/committed-results.ts');
writeResults(process.cwd());
