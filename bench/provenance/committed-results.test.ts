import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isRecord } from '#foundation/kernel';
import { hardwareRecord } from '../hardware-record.ts';
import { predictorMachine } from '../machine-configuration.ts';
import { readResults } from './committed-results.ts';
import { measuredPage } from './measured-page.ts';
import { isSuiteResult, MOST_BYTES, resultText, summaryOf } from './summary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const results = readResults(root);

/** Benchmarks of the machine: what spec/benchmark-suite asks of a published result is asked of these. */
const ofTheMachine = [
  'micro',
  'scaling',
  'parity',
  'majority',
  'dyck',
  'kv',
  'languages',
  'lm',
  'code',
  'bandit',
  'nonstationary',
  'safety',
];
const hardwareFields = ['cpu', 'microarchitecture', 'baseClock', 'nativeSimdBits', 'simdBits', 'cycles'];
/** By name in the specification; ROUTE and SAT by their bounds, or in a word where none is used. */
const machineFields = [
  ['N'],
  ['K'],
  ['W'],
  ['N_expert_max'],
  ['G_max'],
  ['ROUTE', 'K_cand'],
  ['SAT', 'n_max'],
  ['SAT', 'm_max'],
];

/** Fields that a result of the machine must have and has not. @source spec/benchmark-suite §1.2, §1.3, §6.1 */
function missingFields(value: unknown): string[] {
  const configuration = isRecord(value) && isRecord(value['configuration']) ? value['configuration'] : {};
  const hardware = isRecord(configuration['hardware']) ? configuration['hardware'] : {};
  const knobs = knobsOf(configuration['machine']);
  return [
    ...hardwareFields.filter((field) => !(field in hardware || field in configuration)),
    ...machineFields.filter((either) => !either.some((field) => knobs.has(field))).map((either) => either.at(-1)!),
  ];
}

/** The names under which a result tells of the machine: a table, a list, or one word per field. */
function knobsOf(machine: unknown): ReadonlySet<unknown> {
  if (!isRecord(machine)) return new Set();
  const { knobs } = machine;
  if (Array.isArray(knobs)) return new Set(knobs.map((knob) => (isRecord(knob) ? knob['symbol'] : undefined)));
  return new Set(Object.keys(isRecord(knobs) ? knobs : machine));
}

describe('a committed result', () => {
  it.each(results.map(({ name, value }) => [name, value]))(
    '%s has at most 20 KB, a commit and a day',
    (name, value) => {
      expect(Buffer.byteLength(readFileSync(`${root}bench/results/${name}.json`))).toBeLessThanOrEqual(MOST_BYTES);
      expect(value).toMatchObject({
        provenance: {
          commit: expect.stringMatching(/^[0-9a-f]{12}(\+changes)?$/),
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      });
    },
  );

  it.each(ofTheMachine)('%s says what a published result of the machine must say', (name) => {
    expect(missingFields(results.find((result) => result.name === name)?.value)).toEqual([]);
  });
});

describe('what a published result must say', () => {
  const hardware = hardwareRecord().record;
  const knobs = { N: 1, K: 0, W: 128, N_expert_max: 2, G_max: 8, K_cand: 4, n_max: 64, m_max: 128 };

  it('is there for a machine, as a table or as a list, and for a predictor that is none', () => {
    expect(missingFields({ configuration: { hardware, machine: { knobs } } })).toEqual([]);
    const list = Object.keys(knobs).map((symbol) => ({ symbol, value: 1 }));
    expect(missingFields({ configuration: { hardware, machine: { knobs: list } } })).toEqual([]);
    expect(missingFields({ configuration: { hardware, machine: predictorMachine(1024) } })).toEqual([]);
  });

  it('is missed without one of the knobs, the machine, the clock, or how cycles come about', () => {
    for (const gone of Object.keys(knobs)) {
      const rest = Object.fromEntries(Object.entries(knobs).filter(([name]) => name !== gone));
      expect(missingFields({ configuration: { hardware, machine: { knobs: rest } } })).toEqual([gone]);
    }
    expect(missingFields({ configuration: { hardware } })).toHaveLength(8);
    const rest = Object.fromEntries(
      Object.entries(Object(hardware)).filter(([name]) => name !== 'baseClock' && name !== 'cycles'),
    );
    expect(missingFields({ configuration: { hardware: rest, machine: { knobs } } })).toEqual(['baseClock', 'cycles']);
  });
});

describe('a summary of committed results', () => {
  it('keeps targets and notes, and of tables and plots those that fit', () => {
    const [bandit] = results.flatMap(({ value }) => (isSuiteResult(value) ? [value] : []));
    const long = { title: 'long', columns: ['a'], rows: Array.from({ length: 9000 }, (_, i) => [i]) };
    const fine = { title: 'fine', columns: ['a'], rows: [[1 / 3]] };
    const whole = { ...bandit!, tables: [long, fine] };
    const summary = summaryOf(whole);
    expect(Buffer.byteLength(resultText(summary))).toBeLessThanOrEqual(MOST_BYTES);
    expect(summary.tables).toEqual([{ ...fine, rows: [[0.3333]] }]);
    expect(summary.targets).toEqual(whole.targets);
    expect(summaryOf(summary)).toEqual(summary);
  });
});

describe('docs/measured.md', () => {
  it('is what `npm run results` writes', () => {
    expect(readFileSync(`${root}docs/measured.md`, 'utf8')).toBe(measuredPage(results));
  });

  it('tells targets that are missed, tables, and commit and day', () => {
    const value = {
      suite: 'kv',
      quick: false,
      seed: 1,
      configuration: {},
      tables: [{ title: 'cells', columns: ['pairs', 'error'], rows: [[8, 0.25]] }],
      plots: [],
      targets: [{ name: 'error', value: 0.25, goal: '<= 0', status: 'missed' }],
      notes: ['a note'],
      cpuSeconds: 3,
      provenance: { commit: 'abc', date: '2026-11-18' },
    };
    const page = measuredPage([{ name: 'kv', value }]);
    expect(page).toContain('| error | 0.25 | <= 0 | **missed** |');
    expect(page).toContain('Measured at commit abc on 2026-11-18.');
    expect(page).toContain('1 results; of 1 targets 0 are met, 1 missed, 0 not measured.');
  });

  it('tells results of any other shape as tables', () => {
    const page = measuredPage([{ name: 'workers', value: { rows: [{ workers: 2, speedup: 1.5 }] } }]);
    expect(page).toContain('| workers | speedup |\n| --- | --- |\n| 2 | 1.5 |');
  });
});
