/** Characters of a value of others that a finding repeats. */
const MOST = 80;

/** A value as a finding shows it: whatever it is, and not at any length. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
