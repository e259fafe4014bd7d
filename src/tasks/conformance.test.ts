import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goldenHashes } from './laws/golden.ts';
import { compositions, describeLaws } from './laws/fixtures/conformance-laws.ts';
import { findRecorded } from './registry/find-template.ts';
import { checkParams } from './define/param-range.ts';
import { earlierVersions } from './registry/earlier.ts';
import { templates } from './registry/templates.ts';
import { pathNameOf } from './settings/versions.ts';

const only = process.env['PAWL_TEMPLATE'];
const all = [...templates, ...compositions];
/** Versions that were replaced, and the wrapper of one. */
const earlier =
  only === undefined
    ? [...earlierVersions, findRecorded('ENV_NONSTATIONARY(GRID_NAV)'), findRecorded('SELF_CALIBRATION_BATCH')]
    : [];
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

/** Every version keeps its instances for ever. */
describe.each([...chosen.filter((template) => !compositions.includes(template)), ...earlier])('$name', (template) => {
  it('keeps its golden hashes', () => {
    const file = new URL(`golden/${pathNameOf(template)}.json`, import.meta.url);
    const hashes = goldenHashes(template);
    if (process.env['PAWL_GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(hashes, null, 2)}\n`);
    expect(existsSync(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(hashes);
  });
});
