import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goldenHashes } from './laws/golden.ts';
import { compositions, describeLaws } from './laws/fixtures/conformance-laws.ts';
import { checkParams } from './define/param-range.ts';
import { templates } from './registry/templates.ts';

const only = process.env['PAWL_TEMPLATE'];
const all = [...templates, ...compositions];
const chosen = only === undefined ? all : all.filter(({ name }) => only.split(';').includes(name));

// The long test plays all of it.
describe.each(chosen)('$name', (template) => {
  describeLaws(template, 1 / 2);
});

/** Levels and golden files belong to the registry; compositions borrow those of their bases. */
describe.each(chosen.filter((template) => !compositions.includes(template)))('$name', (template) => {
  it('has at least five levels, all within range and each harder than the one before', () => {
    expect(template.levels.length).toBeGreaterThanOrEqual(5);
    for (const params of template.levels) checkParams(template, params);
    const difficulties = template.levels.map((params) => template.difficulty(params));
    for (let i = 1; i < difficulties.length; i += 1) expect(difficulties[i]).toBeGreaterThan(difficulties[i - 1]!);
  });
});

describe.each(chosen.filter((template) => !compositions.includes(template)))('$name', (template) => {
  it('keeps its golden hashes', () => {
    const file = new URL(`golden/${template.name}.json`, import.meta.url);
    const hashes = goldenHashes(template);
    if (process.env['PAWL_GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(hashes, null, 2)}\n`);
    expect(existsSync(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(hashes);
  });
});
