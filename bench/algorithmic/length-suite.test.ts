import { expect, it } from 'vitest';
import type { SuiteResult } from '../suite.ts';
import { parity, runLengths } from './length-suite.ts';

const options = { quick: true, seed: 5, environment: {}, note: () => undefined };
const sizes = { seeds: 1, tested: [8, 96], lanes: 128, peerLimit: 96 };

/** Without times and what describes the computer. */
function timeless({ tables, targets, plots, configuration }: SuiteResult): unknown {
  return {
    plots,
    targets,
    machine: Object(configuration).machine,
    tables: tables.map(({ columns, rows }) => rows.map((row) => row.filter((_, i) => !/cycles|CPU/.test(columns[i]!)))),
  };
}

it('gives the same result twice, apart from times', () => {
  const first = runLengths(parity, options, sizes);
  expect(timeless(runLengths(parity, options, sizes))).toEqual(timeless(first));
  expect(first.targets.map(({ status }) => status)).toEqual(new Array(6).fill('met'));
  expect(timeless(runLengths(parity, { ...options, seed: 6 }, sizes))).not.toEqual(timeless(first));
});
