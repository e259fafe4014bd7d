import { Fault } from './fault.ts';

/**
 * Rows of a CSV text, as RFC 4180 has them: quoted fields may hold commas, line ends and doubled quotes. A quote that is never closed
 * is a fault: what follows it would all be one field, and rows would go unseen.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length;) {
    const [field, end] = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
    row.push(field);
    at = end + 1;
    if (text[end] !== ',') endRow();
    else if (at === text.length) row.push('');
  }
  if (row.length > 0) endRow();
  return rows;
}

/** A field and the place of the comma or line end after it. */
type Field = readonly [text: string, end: number];

function plainField(text: string, start: number): Field {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end += 1;
  const stop = text[end] === '\n' && text[end - 1] === '\r' && end > start ? end - 1 : end;
  return [text.slice(start, stop), end];
}

function quotedField(text: string, start: number): Field {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) {
    const line = text.slice(0, start).split('\n').length;
    throw new Fault('kernel/bad-csv', `line ${line}: a quote is opened and never closed`, { details: { line } });
  }
  const inside = text.slice(start + 1, close).replaceAll('""', '"');
  const [rest, end] = plainField(text, close + 1);
  return [inside + rest, end];
}
