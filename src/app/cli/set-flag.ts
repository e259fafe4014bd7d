import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { type Flag, flagsOf } from './flags.ts';
import { nearestName } from './nearest.ts';

/** `--set name=value`, as often as one likes. */
export const setFlag = z
  .array(z.string())
  .default([])
  .describe('a setting of the table below, as name=value; may be repeated');

/** The settings that were typed, each held against its row of the table; the last word on a name counts. */
export function readSet<Table extends z.ZodObject>(typed: readonly string[], table: Table): Partial<z.output<Table>> {
  const rows = flagsOf(table);
  const values = typed.map((text): [string, unknown] => {
    const at = text.indexOf('=');
    if (at < 1) throw new Fault('cli/usage', `--set is ${text}; expected name=value`);
    const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    const row = rows.find(({ field }) => field === name);
    if (row === undefined) throw unknownSetting(name, rows);
    return [name, readValue(row, value, table.shape[name])];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value passed the row of its name
  return Object.fromEntries(values) as Partial<z.output<Table>>;
}

function unknownSetting(name: string, rows: readonly Flag[]): Fault {
  const known = rows.map(({ field }) => field);
  const near = nearestName(name, known);
  return new Fault('cli/usage', `there is no setting ${name}`, {
    hint: near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean ${near}?`,
    ...(near === undefined ? {} : { details: { near } }),
  });
}

const YES_NO = new Map([
  ['true', true],
  ['false', false],
]);

function readValue({ field, kind, allowed }: Flag, text: string, shape: z.core.$ZodType): unknown {
  const number = text === '' ? Number.NaN : Number(text);
  const value = kind === 'number' ? number : kind === 'boolean' ? YES_NO.get(text) : text;
  const parsed = z.safeParse(shape, value);
  if (value !== undefined && parsed.success) return parsed.data;
  if (kind === 'list' || (kind === 'text' && allowed === ''))
    throw new Fault('cli/usage', `${field} has no single value: say it in the config file, not with --set`);
  const wanted =
    allowed.startsWith('a whole') || kind === 'text' ? '' : kind === 'number' ? 'a number' : 'true or false';
  const what = [wanted, allowed].filter((part) => part !== '').join(', ');
  throw new Fault('cli/usage', `--set ${field} must be ${what}; got '${text}'`);
}
