import { Json } from '#foundation/contracts';
import { unitOfText } from './cell-units.ts';
import { Fault, isRecord, parseCsv } from '#foundation/kernel';

/** A cell as the file has it: CSV cells that read as a number, true, false or a JSON list are that; an empty one is null. Times, dates and amounts are numbers. */
export type RawCell = Json;

/** What a file says, before anything is taken for anything. Row i is the one after i others, the header not counted. */
export interface RawTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
  /** The cells as they are written: of a CSV file without the blanks around them, of JSON those that are texts. */
  readonly texts?: readonly (readonly (string | undefined)[])[];
}

/** The cells of a column. What is taken for words keeps its spelling: True, 1.0. */
export function cellsOfColumn({ names, rows, texts }: RawTable, name: string, areWords: boolean): readonly RawCell[] {
  const at = names.indexOf(name);
  return rows.map((row, i) => {
    const cell = row[at] ?? null;
    return areWords && cell !== null ? (texts?.[i]![at] ?? cell) : cell;
  });
}

/** Reads a table: CSV with a header, or one JSON object a line. */
export function readTable(bytes: Uint8Array, file: string): RawTable {
  const clean = textOf(bytes, file);
  if (!isJsonLines(file) && /^\s*(?:\[\s*[{[]|\{\s*")/.test(clean)) {
    throw badTable(`${file} is JSON, not CSV`, 'Write one JSON object a line, in a file that ends in .jsonl.');
  }
  const table = isJsonLines(file) ? jsonLines(clean, file) : csvTable(clean, file);
  const twice = table.names.find((name, i) => table.names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw badTable(`${file}: two columns are called ${twice}`, 'Give each column a name of its own in the first line.');
  }
  if (table.rows.length === 0) {
    throw badTable(`${file} has no rows`, 'A table is a header with the names of the columns, and one row an example.');
  }
  return table;
}

export function isJsonLines(file: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(file);
}

export function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badTable(`${file} is not UTF-8`, `Save it as UTF-8, or turn it: iconv -f latin1 -t utf-8 ${file}`);
  }
}

export function badTable(message: string, hint: string): Fault {
  return new Fault('learn/bad-table', message, { hint });
}

function csvTable(text: string, file: string): RawTable {
  const [header = [], ...rows] = parseCsv(text);
  const names = header.map((name) => name.trim());
  const other = [';', '\t'].find((sign) => names.length === 1 && names[0]!.includes(sign));
  if (other !== undefined) {
    const said = other === ';' ? 'semicolons' : 'tabs';
    throw badTable(`${file}: the cells seem to be parted by ${said}`, 'Save it as CSV with commas, or as JSON lines.');
  }
  const nameless = names.indexOf('');
  if (nameless >= 0 && rows.length > 0) {
    throw badTable(`${file}: column ${nameless + 1} has no name`, 'The first line names the columns.');
  }
  rows.forEach((row, i) => {
    if (row.length === names.length) return;
    throw badTable(
      `${file}: row ${i + 1} has ${row.length} cells, and the header has ${names.length}`,
      'Every row has a cell for each column; put lists and texts with commas in double quotes.',
    );
  });
  return {
    names,
    rows: rows.map((row) => row.map(cellOfText)),
    texts: rows.map((row) => row.map((cell) => cell.trim())),
  };
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

function cellOfText(text: string): RawCell {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (/^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  // A number with leading zeros is a code, such as a postcode.
  if (NUMBER.test(trimmed) && !/^[-+]?0\d/.test(trimmed)) return Number(trimmed);
  if (trimmed.startsWith('[')) return listOfText(trimmed);
  return unitOfText(trimmed)?.value ?? trimmed;
}

function listOfText(text: string): RawCell {
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}

function jsonLines(text: string, file: string): RawTable {
  const records = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [recordOf(line, i + 1, file)]));
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cells = records.map((record) => names.map((name) => (Object.hasOwn(record, name) ? record[name]! : null)));
  return {
    names,
    rows: cells.map((row) => row.map((cell) => (typeof cell === 'string' ? (unitOfText(cell)?.value ?? cell) : cell))),
    texts: cells.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : undefined))),
  };
}

function recordOf(line: string, number: number, file: string): Readonly<Record<string, Json>> {
  let value: Json;
  try {
    value = Json.parse(JSON.parse(line));
  } catch {
    throw badTable(
      `line ${number} of ${file} does not read as JSON`,
      'One JSON object a line, or a CSV file that ends in .csv.',
    );
  }
  if (!isRecord(value))
    throw badTable(`line ${number} of ${file} is no object`, 'One JSON object a line: {"age": 70, "queue": "C"}.');
  return value;
}
