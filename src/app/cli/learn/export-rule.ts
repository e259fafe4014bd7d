import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { invariant } from '#foundation/kernel';
import type { Cell } from '#learners/machine/terms';
import type { Table } from '#learners/table';
import {
  circuitLegend,
  circuitToC,
  circuitToWasm,
  firstDifference,
  inputNumbers,
  inputsToTest,
  type RuleCircuit,
  ruleCircuit,
  rowsToTest,
  ruleScript,
  ruleSql,
  sqlOnRows,
  sqlStatement,
  type TestRows,
  wordsOfRule,
} from '#learners/table/export';
import { columnsIn } from '#learners/machine/terms';
import { readAiger, writeAiger } from '#logic/circuit/aiger';
import { combinational, evaluateOnce, gateCount } from '#logic/circuit/graph';
import type { ProofMaterial } from '#logic/verify/certify';
import { simplify } from '#logic/verify/rewrite';
import { queryScratch } from '#world/store/scratch';
import type { Learnt } from './open-learnt.ts';

export const exportFormats = ['ts', 'sql', 'c', 'wasm', 'aiger'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A rule as a file, and why it may be trusted. */
export interface Exported {
  readonly content: string | Uint8Array;
  /** In words: what it was compared with. */
  readonly tested: string;
  /** That the gates are those of the rule. */
  readonly proof?: ProofMaterial;
}

/** Writes the rule of a run in a format, and compares what was written with the rule. */
export function exportRule(found: Learnt, format: ExportFormat): Exported {
  const learnt = { ...found, says: [...found.says, ...unitsOf(found)] };
  if (format === 'ts') return exportScript(learnt);
  return format === 'sql' ? exportSql(learnt) : exportGates(learnt, format);
}

/** What the numbers of its columns count, where they were times, dates or amounts. */
function unitsOf({ rule, table }: Learnt): string[] {
  const read = new Set([...columnsIn(rule.term), table.answer.name]);
  return [...table.columns, table.answer].flatMap(({ name, unit }) =>
    unit === undefined || !read.has(name) ? [] : [`${name}: ${unit}`],
  );
}

/** What is written must say what the rule says; anything else is a bug of the writer. */
function requireFaithful(tests: TestRows, says: (row: readonly Cell[], i: number) => Cell): void {
  const row = firstDifference(tests, says);
  invariant(row === undefined, `the export differs from the rule on ${JSON.stringify(row)}`);
}

const Script = z.object({
  rule: z.custom<(row: Readonly<Record<string, unknown>>) => unknown>((value) => typeof value === 'function'),
});

function exportScript({ rule, table, says, run }: Learnt): Exported {
  const { typed, script } = ruleScript(rule, table, says);
  // The program wrote it itself, with every name of the file quoted.
  const module = Script.parse({ rule: runInNewContext(`${script.replace('export function', 'function')}\nrule`) });
  const tests = rowsToTest(rule, table, run.seed);
  requireFaithful(tests, (row) => counted(table, module.rule(rowObject(table, row))));
  return { content: typed, tested: `tested on ${tests.says}` };
}

function rowObject({ columns }: Table, row: readonly Cell[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, kind, scale }, k) => [name, kind === 'number' ? Number(row[k]) / scale : row[k]]),
  );
}

/** An answer of the code as the rule counts it. */
function counted({ answer: { kind, scale } }: Table, said: unknown): Cell {
  if (kind === 'number') return Math.round(Number(said) * scale);
  if (kind === 'flag') return said === true || said === 1;
  return Array.isArray(said) ? said.map(Number) : String(said);
}

const SQL_ROWS = 250;

function exportSql({ rule, table, says, run }: Learnt): Exported {
  const expression = ruleSql(rule, table);
  const tests = rowsToTest(rule, table, run.seed);
  const answers: Cell[] = [];
  for (let from = 0; from < tests.rows.length; from += SQL_ROWS) {
    const part = tests.rows.slice(from, from + SQL_ROWS);
    answers.push(...queryScratch(sqlOnRows(expression, table, part)).map(({ said }) => counted(table, said)));
  }
  requireFaithful(tests, (_, i) => answers[i]!);
  return { content: sqlStatement(expression, table, says), tested: `tested in SQLite on ${tests.says}` };
}

function exportGates({ rule, table, says, run }: Learnt, format: 'c' | 'wasm' | 'aiger'): Exported {
  const first = ruleCircuit(rule, table);
  const smaller = simplify(first.circuit, { effort: 1 });
  const gates: RuleCircuit = smaller.answer === 'proved' ? { ...first, circuit: smaller.circuit } : first;
  const words = wordsOfRule(rule);
  const legend = [...says, ...circuitLegend(gates, table, words)];
  const { content, evaluate } = written(gates, format, legend);
  const tests = inputsToTest(rule, table, gates, run.seed);
  requireFaithful(tests, (row) => answerOf(table, words, evaluate(inputNumbers(row, table, gates.inputs, words))));
  const equal = tests.isAll
    ? `proved equal to the rule by trying ${tests.says}`
    : `the gates compared with the rule on ${tests.says}`;
  const proved =
    smaller.answer === 'proved'
      ? `; made smaller (${gateCount(first.circuit)} gates to ${gateCount(gates.circuit)}) with a SAT proof that they are equal on all inputs`
      : '';
  return { content, tested: `${equal}${proved}`, ...(smaller.answer === 'proved' && { proof: smaller.proof }) };
}

type Evaluate = (values: readonly number[]) => number;

/** The gates in a format, and what that says of numbers: AIGER read back, WebAssembly run, and for C the gates themselves. */
function written(
  gates: RuleCircuit,
  format: 'c' | 'wasm' | 'aiger',
  legend: readonly string[],
): { readonly content: string | Uint8Array; readonly evaluate: Evaluate } {
  if (format === 'c') return { content: circuitToC(gates, legend), evaluate: circuitRule(gates) };
  if (format === 'wasm') {
    const content = circuitToWasm(gates);
    return { content, evaluate: wasmRule(content) };
  }
  const content = aigerText(gates, legend);
  const { circuit } = readAiger(new TextEncoder().encode(content));
  return { content, evaluate: circuitRule({ ...gates, circuit }) };
}

function aigerText({ circuit }: RuleCircuit, legend: readonly string[]): string {
  return new TextDecoder().decode(writeAiger(combinational(circuit), { format: 'ascii', comment: legend.join('\n') }));
}

function answerOf({ answer: { kind } }: Table, words: readonly string[], said: number): Cell {
  return kind === 'word' ? (words[said] ?? '') : kind === 'flag' ? said === 1 : said;
}

function circuitRule({ circuit, inputs, width }: RuleCircuit): Evaluate {
  return (values) => {
    const bits = inputs.flatMap(({ width: own }, k) =>
      Array.from({ length: own }, (_, bit) => ((values[k]! >> bit) & 1) === 1),
    );
    const said = evaluateOnce(circuit, bits);
    return said.reduce((sum, bit, i) => sum + (bit ? (i === width - 1 ? -(2 ** i) : 2 ** i) : 0), 0);
  };
}

function wasmRule(bytes: Uint8Array<ArrayBuffer>): Evaluate {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
  const { rule } = exports;
  invariant(typeof rule === 'function', 'the module exports a rule');
  return (values) => Number(rule(...values));
}
