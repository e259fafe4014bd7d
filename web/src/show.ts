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

/** A normalised score: 0 % is chance, 100 % the optimum. A mean of few tasks lies outside of both by luck alone. */
export function scoreText(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const rounded = Math.round(100 * value);
  return rounded < 0 ? '< chance' : `${Math.min(100, rounded)} %`;
}

export function money(value: number): string {
  return value === 0 ? '–' : `$${value.toFixed(value < 1 ? 3 : 2)}`;
}

export function compact(value: number): string {
  return value === 0
    ? '–'
    : Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

/** Rounded to its smaller unit before it is split into two: never 33 min 60 s. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms / 1000);
  if (seconds < 1) return `${Math.round(ms)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(seconds / 3600);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
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
