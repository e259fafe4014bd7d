// The committed results of bench/results and the pages that follow from them.
//   npm run results                    write docs/measured.md and the reports anew
//   npm run results -- check           fail where a result is older than its code and not marked, or a page is not what it should be
//   npm run results -- stamp NAME      record in bench/results/NAME.json the commit and the sources it was just measured with
//   npm run results -- mark NAME WHY   say of a result that it is older than its code, and why it stays
import { register } from 'tsx/esm/api';

register();
const { checkResults, markResult, stampResult, writeResults } =
  await import('../bench/provenance/committed-results.ts');

const [task = 'write', name, why] = process.argv.slice(2);
const root = process.cwd();
if (task === 'check') {
  const findings = checkResults(root);
  for (const finding of findings) console.error(finding);
  process.exit(findings.length === 0 ? 0 : 1);
}
if (task === 'stamp') stampResult(root, name);
else if (task === 'mark' && name !== undefined && why !== undefined) markResult(root, name, why);
else if (task !== 'write') {
  console.error('usage: npm run results [-- check | stamp NAME | mark NAME WHY]');
  process.exit(2);
}
console.log(`written: ${writeResults(root).length} pages`);
