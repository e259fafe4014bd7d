import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Committed, measuredPage } from './measured-page.ts';
import { isSuiteResult, resultText, summaryOf } from './summary.ts';

const RESULTS = 'bench/results';
const PAGE = 'docs/measured.md';

/** Every committed result, by name. */
export function readResults(root: string): Committed[] {
  return readdirSync(join(root, RESULTS))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -5),
      value: JSON.parse(readFileSync(join(root, RESULTS, file), 'utf8')),
    }));
}

/** Cuts the results down to what is committed of them, and writes the page that follows. */
export function writeResults(root: string): void {
  for (const { name, value } of readResults(root)) {
    if (isSuiteResult(value)) writeFileSync(join(root, RESULTS, `${name}.json`), resultText(summaryOf(value)));
  }
  writeFileSync(join(root, PAGE), measuredPage(readResults(root)));
}
