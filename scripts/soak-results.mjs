// What soaks were last seen to do: `test/soak-results.json`, one entry per file, committed with what it is about.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';

const path = 'test/soak-results.json';

function entryOf({ status, startTime, endTime, assertionResults }) {
  return {
    status,
    date: new Date(startTime).toISOString().slice(0, 10),
    node: process.versions.node,
    cores: cpus().length,
    minutes: Number(((endTime - startTime) / 60_000).toFixed(1)),
    // A soak leaves its figures in `task.meta.figures`.
    tests: assertionResults.map(({ fullName, status: state, meta }) => ({
      name: fullName,
      status: state,
      ...(meta?.figures === undefined ? {} : { figures: meta.figures }),
    })),
  };
}

/** Replaces the entries of the files that ran; the others stay as they were last seen. */
export function recordSoak(testResults) {
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  for (const file of testResults) before[relative(process.cwd(), file.name).replaceAll('\\', '/')] = entryOf(file);
  const sorted = Object.fromEntries(Object.entries(before).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`soak results: ${path}`);
}
