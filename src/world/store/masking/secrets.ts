import type { Mask } from './mask.ts';
import { isPostgres } from '../postgres/address.ts';

/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that hold keys of services which programs here call. Others may hold a word that is data in a run. */
const serviceKey = /(^|_)(API_KEY|AUTH_TOKEN|ACCESS_KEY|PAWL_[A-Z_]*KEY)$/;
/** What the driver of PostgreSQL reads: a secret of those who keep their store there. */
const storePassword = 'PGPASSWORD';
/** Shorter values would blank out ordinary words. */
const shortestSecret = 8;

/**
 * The secrets that a command may use: keys of services in the environment, variables that the configuration names (`keyVariable`,
 * `env:NAME`), and passwords inside URLs of both. A variable that nothing here reads is no secret of ours: to mask its value would change data.
 */
export function secretsIn(env: Environment, config?: unknown): readonly string[] {
  const named = new Set<string>();
  const secrets: string[] = [];
  let usesPostgres = isPostgres(env['PAWL_STORE'] ?? '');
  walk(config, (text, key) => {
    usesPostgres ||= isPostgres(text);
    if (key === 'keyVariable') named.add(text);
    if (/^env:\w+$/.test(text)) named.add(text.slice(4));
    secrets.push(...passwordsIn(text));
  });
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (serviceKey.test(name) || named.has(name) || (usesPostgres && name === storePassword)) secrets.push(value);
    secrets.push(...passwordsIn(value));
  }
  return secrets;
}

/** Deep enough for any configuration; one that holds itself ends here. */
const deepest = 12;

function walk(value: unknown, see: (text: string, key: string) => void, key = '', depth = 0): void {
  if (typeof value === 'string') see(value, key);
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const [name, member] of Object.entries(value)) walk(member, see, name, depth + 1);
}

function passwordsIn(text: string): readonly string[] {
  const before = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:([^/@\s]+)@/i.exec(text)?.[1];
  const after = /^[a-z][a-z0-9+.-]*:\/\/[^\s]*[?&](?:ssl)?password=([^&\s]+)/i.exec(text)?.[1];
  return [before, after].flatMap((password) => (password === undefined ? [] : [password, safeDecode(password)]));
}

/** An address without its password; any other text as it is. */
export function withoutPassword(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^/@\s]*:)[^/@\s]+@/i, '$1***@')
    .replace(/^(postgres(?:ql)?:\/\/[^\s]*[?&](?:ssl)?password=)[^&\s]+/i, '$1***');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A mask for these values, also as they look inside JSON, inside a JSON text that JSON holds, inside a URL and in bytes. */
export function createMask(secrets: readonly string[]): Mask {
  const forms = new Set<string>();
  for (const secret of secrets.filter((value) => value.trim().length >= shortestSecret)) {
    const escaped = JSON.stringify(secret).slice(1, -1);
    const twice = JSON.stringify(escaped).slice(1, -1);
    for (const form of [secret, secret.trim(), escaped, twice, encodeURIComponent(secret)]) {
      forms.add(form);
    }
    for (const form of encodedForms(secret)) forms.add(form);
  }
  // Longest first: a secret that contains another must not leave its rest behind.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}

/**
 * In hexadecimal, and in Base64 and Base64url, with and without padding, wherever it begins in the encoded text: the characters that
 * hold bits of its neighbours are left out.
 */
function encodedForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor((8 * (bytes.length + shift)) / 6);
    return text.slice(Math.ceil((8 * shift) / 6), whole);
  });
  const hex = bytes.toString('hex');
  const all = [bytes.toString('base64'), ...shifted, hex, hex.toUpperCase()];
  return all.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** The mask of an environment and a configuration. */
export function maskOf(env: Environment, config?: unknown): Mask {
  return createMask(secretsIn(env, config));
}
