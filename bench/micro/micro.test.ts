import { beforeAll, describe, expect, it } from 'vitest';
import { suiteReport } from '../report/markdown-report.ts';
import { aluOps } from './alu-workload.ts';
import { microResult } from './micro-suite.ts';
import { type MicroReport, runMicro } from './micro.ts';
import { missingFields, mustFields, mustRouteFigures, mustSymbols } from './fixtures/must-fields.ts';
import { profiles } from './profile.ts';

const noted: string[] = [];
let report: MicroReport;

beforeAll(async () => {
  const environment = { PAWL_PEERS: '/nonexistent' };
  report = await runMicro(profiles.tiny, { environment, note: (line) => void noted.push(line) });
}, 60_000);

describe('the microbenchmarks', () => {
  it('have a section for each part of the specification', () => {
    const sections = ['BIT-ALU', 'expert evaluation', 'machine steps', 'ROUTE', 'SAT_CHECK and PROOF_CHECK'];
    expect(noted.filter((line) => !line.includes(','))).toEqual(sections);
    expect(report.alu.cells.map(({ op }) => op)).toEqual([...aluOps]);
    expect(report.experts.cells.map(({ gates, lanes }) => [gates, lanes])).toEqual([[64, 256]]);
    expect(report.steps.cells.map(({ keys }) => keys)).toEqual([8, 1, 512, 8, 1, 512]);
    expect(report.steps.cells[1]!.expertsPerStep).toBe(4);
    expect(new Set(report.route.rows.map(({ workload }) => workload)).size).toBe(4);
    expect(report.satCheck.rows.map(({ variables, clauses }) => [variables, clauses])).toEqual([
      [32, 128],
      [32, 256],
    ]);
  });

  it('hold every field that must be reported, also after a trip through JSON', () => {
    expect(missingFields(report)).toEqual([]);
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- what JSON gives is looked into field by field
    const read: object = JSON.parse(JSON.stringify(report));
    expect(missingFields(read)).toEqual([]);
    const symbols = report.steps.machine.knobs.map(({ symbol }) => symbol);
    expect(mustSymbols.filter((symbol) => !symbols.includes(symbol))).toEqual([]);
    for (const { measured } of report.route.rows.filter(({ isOurs }) => isOurs)) {
      expect(missingFields(measured, mustRouteFigures)).toEqual([]);
    }
    const tabled = report.route.rows.filter(({ engine }) => engine.startsWith('route'));
    const occupancy = ['occupancy.min', 'occupancy.max', 'occupancy.mean'];
    for (const { measured } of tabled) expect(missingFields(measured, occupancy)).toEqual([]);
  });

  it('have both labels in every cell of SAT_CHECK, and proofs of the unsatisfiable ones', () => {
    for (const { byLabel, fractionSat } of report.satCheck.rows) {
      expect(new Set(byLabel.map(({ label }) => label))).toEqual(new Set(['sat', 'unsat']));
      expect(fractionSat).toBeGreaterThan(0);
      expect(fractionSat).toBeLessThan(1);
      for (const { label, cyclesPerProofCheck } of byLabel) expect(cyclesPerProofCheck === null).toBe(label === 'sat');
    }
  });

  it('print every section, target and note as Markdown', () => {
    const result = microResult(report);
    const text = suiteReport(result).join('\n');
    for (const { title } of result.tables) expect(text).toContain(`## ${title}`);
    for (const { name } of result.targets) expect(text).toContain(name);
    for (const word of ['W_hw = 128', 'core clock', 'N_expert_max', 'not measured: ', 'is a subset: 20 of 10000']) {
      expect(text).toContain(word);
    }
  });
});

describe('missingFields', () => {
  it('sees what is absent, empty or not a number, wherever it is', () => {
    const found = {
      a: { b: '' },
      list: [{ x: 1 }, { x: NaN }],
      none: [],
      flag: false,
      deep: [{ in: [1] }, { in: [] }],
    };
    const paths = ['a.b', 'a.c', 'list[].x', 'none[]', 'flag', 'deep[].in[]', 'nowhere.at.all'];
    expect(missingFields(found, paths)).toEqual(paths.filter((path) => path !== 'flag'));
    expect(missingFields({})).toEqual([...mustFields]);
  });
});
