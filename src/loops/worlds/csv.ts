/** Rows of a CSV text, as RFC 4180 has them: quoted fields may hold commas, line ends and doubled quotes. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    row.push(field);
    field = '';
  };
  const endRow = (): void => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') {
        field += '"';
        i += 1;
      } else isQuoted = false;
    } else if (char === '"' && field === '') isQuoted = true;
    else if (char === ',') endField();
    else if (char === '\n') endRow();
    else if (char !== '\r' || text[i + 1] !== '\n') field += char;
  }
  if (field !== '' || row.length > 0) endRow();
  return rows;
}
