/** A table of a report: figures, or text. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A table as Markdown; a cell may have been escaped before. */
export function tableLines({ columns, rows }: Omit<Table, 'title'>): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((cell) => figure(cell).replaceAll(/(?<!\\)\|/gu, '\\|')))),
  ];
}

/** A figure for people: whole numbers as they are, others to three digits that count. */
export function figure(value: string | number | null): string {
  if (value === null) return 'not measured';
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4
    ? value.toExponential(2)
    : String(Number(value.toPrecision(3)));
}
