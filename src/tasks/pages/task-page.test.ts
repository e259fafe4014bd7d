import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AdversaryReport, judgeAgain } from '../adversary/adversary-law.ts';
import { templates } from '../registry/templates.ts';
import { taskPage } from './task-page.ts';

const folder = new URL('../../../docs/tasks/', import.meta.url);
const reports = readFileSync(new URL('adversary.jsonl', folder), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"template"'))
  .map((line): AdversaryReport => JSON.parse(line));

describe.each(templates.map((template) => [template.name, template] as const))('%s', (name, template) => {
  const own = reports.filter((report) => report.template === name);

  it('let nothing cheap through at any level that was attacked, and the reports speak of its present instances', () => {
    const golden = new URL(`../golden/${template.name}.json`, import.meta.url);
    const hashes: Record<string, string> = JSON.parse(readFileSync(golden, 'utf8'));
    for (const report of own) {
      expect(report.instances, `level ${report.level} is attacked anew after a change`).toBe(
        hashes[String(report.level)],
      );
      expect(judgeAgain(template, report).findings).toEqual([]);
    }
  });

  it('has a page that shows what it is now; PAWL_GOLDEN=write or `pawl tasks pages` refreshes it', () => {
    const file = new URL(`${name.replace(/\(.*/, '')}.md`, folder);
    const page = taskPage(template, own);
    if (process.env['PAWL_GOLDEN'] === 'write') writeFileSync(file, page);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(page);
  });
});

it('has no page of a template that is gone', () => {
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const names = templates.map(({ name }) => `${name.replace(/\(.*/, '')}.md`);
  expect(pages.sort()).toEqual(names.sort());
});
