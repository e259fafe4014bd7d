/**
 * A CSV file as objects, its first line naming the columns. Quoted cells may hold commas, quotes (doubled) and line breaks.
 *
 * @source RFC 4180
 */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => Object.fromEntries(header.map((name, i) => [name.trim(), row[i] ?? ''])));
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i]!;
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (c === '"' && cell === '') isQuoted = true;
    else if (c === ',' || c === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''));
      cell = '';
      if (c === '\n') rows.push([]);
    } else cell += c;
  }
  rows.at(-1)!.push(cell);
  return rows;
}
