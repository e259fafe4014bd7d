import { parseCsv } from '#foundation/kernel';
import { applyRuleToRows, type Cell, type Rule } from '#learners/machine/terms';
import { newRows } from './new-rows.ts';
import { isJsonLines, type RawTable, textOf } from './read-table.ts';
import type { Table } from './table.ts';

/** What a rule says of rows that have no answer yet. */
export interface Predicted {
  /** The column that the answers stand in: that of the answer, with `_said` and a number behind it where the file has such columns. */
  readonly column: string;
  /** By the number of the row; what is left out has none. */
  readonly says: ReadonlyMap<number, Cell>;
  readonly leftOut: Table['leftOut'];
}

export function predictRows(rule: Rule, table: Table, raw: RawTable, file: string): Predicted {
  const { rows, leftOut } = newRows(rule, table, raw, file, 'unanswered');
  const { kind, scale, name } = table.answer;
  const said = applyRuleToRows(
    rule,
    rows.map(({ cells }) => cells),
  );
  const cell = (one: Cell): Cell => (kind === 'number' ? Number(one) / scale : one);
  return {
    column: freeName(name, raw.names),
    says: new Map(rows.map(({ number }, i) => [number, cell(said[i]!)])),
    leftOut,
  };
}

/** The file as it was, with the answers in a column more. */
export function writePredicted({ column, says }: Predicted, bytes: Uint8Array, file: string): string {
  const text = textOf(bytes, file);
  if (isJsonLines(file)) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const answered = lines.map((line, i) => withField(line, column, says.get(i + 1) ?? null));
    return `${answered.join('\n')}\n`;
  }
  const [header = [], ...rows] = parseCsv(text);
  const lines = [[...header, column], ...rows.map((row, i) => [...row, textOfCell(says.get(i + 1))])];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

function freeName(name: string, names: readonly string[]): string {
  const said = [name, `${name}_said`].find((one) => !names.includes(one));
  if (said !== undefined) return said;
  let k = 2;
  while (names.includes(`${name}_said_${k}`)) k += 1;
  return `${name}_said_${k}`;
}

/** A line as it was, with a field more: what a parser would write again in its own way stays. */
function withField(line: string, name: string, cell: Cell | null): string {
  const fields = line.trim().slice(0, -1).trimEnd();
  return `${fields}${fields === '{' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(cell)}}`;
}

function textOfCell(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return Array.isArray(cell) ? JSON.stringify(cell) : String(cell);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
