/** Numbers, times and sizes as people read them. */
export function number(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return value.toLocaleString('en-US');
  const size = Math.abs(value);
  if (size >= 1e6)
    return Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
  if (size !== 0 && size < 1e-3) return value.toExponential(1);
  return String(Number(value.toPrecision(digits)));
}

export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `${(100 * value).toFixed(1)} %`;
}

export function money(value: number): string {
  return value === 0 ? '–' : `$${value.toFixed(value < 1 ? 3 : 2)}`;
}

export function compact(value: number): string {
  return value === 0
    ? '–'
    : Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

export function duration(ms: number): string {
  const seconds = Math.max(0, ms / 1000);
  if (seconds < 1) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.round((seconds % 86_400) / 3600)} h`;
}

export function age(at: number): string {
  return `${duration(Date.now() - at)} ago`;
}

export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${(count / 1000).toFixed(1)} kB`;
  return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(1)} GB`;
}

/** The first digits of a hash; the whole one is its title. */
export function short(hash: string): string {
  return hash.slice(0, 10);
}
