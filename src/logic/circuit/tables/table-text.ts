import { Fault } from '#foundation/kernel';
import { MAX_TABLE_INPUTS, tableValue, tableWords, type TruthTable } from './truth-table.ts';

/** One line per function: its values as 0 and 1, f(2ⁿ − 1) first and f(0) last, as `read_truth` of ABC takes them. */
export function tablesToText(tables: readonly TruthTable[]): string {
  return tables.map((table) => `${digitsOf(table)}\n`).join('');
}

function digitsOf(table: TruthTable): string {
  const size = 2 ** table.inputs;
  return Array.from({ length: size }, (_, i) => (tableValue(table, size - 1 - i) ? '1' : '0')).join('');
}

/** Reads `tablesToText`; blank lines and lines that start with # are skipped. */
export function tablesFromText(text: string): TruthTable[] {
  const tables: TruthTable[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const fail = (message: string): never => {
      throw new Fault('circuit/table-syntax', `line ${index + 1}: ${message}`, { details: { line: index + 1 } });
    };
    const inputs = Math.log2(line.length);
    if (!Number.isInteger(inputs)) fail(`${line.length} values are not a power of two`);
    if (inputs > MAX_TABLE_INPUTS) fail(`${inputs} inputs; at most ${MAX_TABLE_INPUTS} are possible`);
    if (!/^[01]+$/.test(line)) fail('only 0 and 1 are values');
    if (inputs !== (tables[0]?.inputs ?? inputs)) fail(`${inputs} inputs after lines of ${tables[0]?.inputs}`);
    const bits = new Uint32Array(tableWords(inputs));
    for (let x = 0; x < line.length; x += 1) {
      if (line[line.length - 1 - x] === '1') bits[x >>> 5] = bits[x >>> 5]! | (1 << (x & 31));
    }
    tables.push({ inputs, bits });
  }
  return tables;
}
