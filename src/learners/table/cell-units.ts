/** What a text counts, where it is no plain number. */
export interface CellUnit {
  readonly value: number;
  /** How the column is told of. */
  readonly unit: string;
}

/** Signs of money and shares beside a number; thousands are parted by commas. */
const AMOUNT = /^(?:([€$£¥])\s?)?(-?\d+|-?\d{1,3}(?:,\d{3})+)(\.\d+)?(?:\s?([€$£¥%]))?$/;

/**
 * A time of day in minutes, a date in days, an amount or a share as its number; undefined for any other text.
 *
 *     07:30 → 450 minutes after midnight;  2026-11-20 → 20,777 days after 1970-01-01, a Thursday;  € 1,250.50 → 1250.5;  12 % → 12
 */
export function unitOfText(text: string): CellUnit | undefined {
  return timeOf(text) ?? dateOf(text) ?? amountOf(text);
}

function timeOf(text: string): CellUnit | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return { value: 60 * Number(hours) + Number(minutes), unit: 'a time of day, in minutes after midnight' };
}

function dateOf(text: string): CellUnit | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12 || day < 1)
    return undefined;
  const value = dayNumber(year, month, day);
  const isThere = value < (month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1));
  return isThere ? { value, unit: 'a date, in days after 1970-01-01, a Thursday' } : undefined;
}

/** Days after 1970-01-01; a year that begins in March has its leap day last. @source Hinnant 2013, days_from_civil */
function dayNumber(year: number, month: number, day: number): number {
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const from = month <= 2 ? year - 1 : year;
  return 365 * from + Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400) + inYear - 719_468;
}

function amountOf(text: string): CellUnit | undefined {
  const [, before, whole, part = '', after] = AMOUNT.exec(text) ?? [];
  const sign = before ?? after;
  if (whole === undefined || sign === undefined || (before !== undefined && after !== undefined)) return undefined;
  return { value: Number(`${whole.replaceAll(',', '')}${part}`), unit: `in ${sign}` };
}
