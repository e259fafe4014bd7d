import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '#foundation/kernel';
import { htmlReport } from '../report/html-report.ts';
import { suiteReport } from '../report/markdown-report.ts';
import type { SuiteResult } from '../suite.ts';
import { type Committed, compositeLines, measuredPage } from './measured-page.ts';
import { missingFields } from './must-fields.ts';
import { provenanceOf } from './provenance.ts';
import { resultSources } from './result-sources.ts';

const RESULTS = 'bench/results';
const MARKS = 'bench/results/marks/old.json';
const PAGE = 'docs/measured.md';

/** What is wrong with the committed results; each line says what to do. */
export function checkResults(root: string): string[] {
  const results = readResults(root);
  const findings = results.flatMap(({ name, value, mark }) => {
    if (resultSources[name] === undefined) {
      return [`${RESULTS}/${name}.json has no row in bench/provenance/result-sources.ts`];
    }
    if (mark !== undefined) return [];
    const missing = missingFields(name, value);
    if (missing.length > 0)
      return [`${RESULTS}/${name}.json does not say ${missing.join(', ')}, as a published result must`];
    const now = provenanceOf(name)?.sources;
    const recorded = sourcesOf(value);
    if (recorded === now) return [];
    const what =
      recorded === undefined ? 'does not say what it was measured with' : 'is older than the code it speaks of';
    return [
      `${RESULTS}/${name}.json ${what}: run ${resultSources[name].command} --out ${RESULTS}/${name}.json again, ` +
        `or npm run results -- mark ${name} 'why it may stay'`,
    ];
  });
  for (const [file, text] of pagesOf(results)) {
    const path = join(root, file);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
      findings.push(`${file} is not what npm run results writes`);
  }
  return findings;
}

/** Writes every page that follows from the committed results, and takes away marks of results that are new again. */
export function writeResults(root: string): string[] {
  const marks = readMarks(root);
  for (const { name, value } of readResults(root)) {
    if (marks[name] !== undefined && sourcesOf(value) === provenanceOf(name)?.sources) delete marks[name];
  }
  writeMarks(root, marks);
  return pagesOf(readResults(root)).map(([file, text]) => {
    writeFileSync(join(root, file), text);
    return file;
  });
}

/** Says of a result that it is older than its code, and why it stays. */
export function markResult(root: string, name: string, why: string): void {
  if (!existsSync(join(root, RESULTS, `${name}.json`))) throw new Error(`there is no ${RESULTS}/${name}.json`);
  writeMarks(root, { ...readMarks(root), [name]: why });
}

/** Records in a result that was just measured in this checkout what it was measured with. */
export function stampResult(root: string, name: string): void {
  const path = join(root, RESULTS, `${name}.json`);
  const provenance = provenanceOf(name);
  if (provenance === undefined) throw new Error(`${name} has no row in bench/provenance/result-sources.ts`);
  const value: object = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify({ ...value, provenance }, null, 2)}\n`);
}

function readResults(root: string): Committed[] {
  const marks = readMarks(root);
  const order = Object.keys(resultSources);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return readdirSync(join(root, RESULTS))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => {
      const value: unknown = JSON.parse(readFileSync(join(root, RESULTS, `${name}.json`), 'utf8'));
      return { name, value, mark: marks[name] };
    });
}

function sourcesOf(value: unknown): unknown {
  return isRecord(value) && isRecord(value['provenance']) ? value['provenance']['sources'] : undefined;
}

function pagesOf(results: readonly Committed[]): [file: string, text: string][] {
  const suites = results.flatMap(({ name, value }) => (isSuiteResult(value) ? [{ name, value }] : []));
  const own = suites.map(({ name, value }): [string, string] => [
    `${RESULTS}/${name}.md`,
    `${suiteReport(value).join('\n')}\n`,
  ]);
  const machine = suites.filter(({ name }) => !name.startsWith('train')).map(({ value }) => value);
  const report = [...compositeLines(machine), ...machine.flatMap((value) => [...suiteReport(value), ''])].join('\n');
  return [
    ...own,
    [`${RESULTS}/report.md`, report],
    [`${RESULTS}/report.html`, htmlReport('Pawl benchmarks', machine)],
    [PAGE, measuredPage(results)],
  ];
}

function isSuiteResult(value: unknown): value is SuiteResult {
  return isRecord(value) && ['tables', 'plots', 'targets', 'notes'].every((name) => Array.isArray(value[name]));
}

function readMarks(root: string): Record<string, string> {
  const path = join(root, MARKS);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function writeMarks(root: string, marks: Readonly<Record<string, string>>): void {
  const sorted = Object.fromEntries(Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, MARKS), `${JSON.stringify(sorted, null, 2)}\n`);
}
