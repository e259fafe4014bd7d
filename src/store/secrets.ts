import type { Mask } from './mask.ts';

/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const secretName = /(^|_)(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?)S?$/i;
/** Shorter values would blank out ordinary words. */
const shortestSecret = 6;

/** True for names such as `OPENAI_API_KEY`: their values are secrets. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The secrets of an environment: values of secret names, and passwords inside URLs. */
export function secretsIn(env: Environment): readonly string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (isSecretName(name)) secrets.push(value);
    const password = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:([^/@\s]+)@/i.exec(value)?.[1];
    if (password !== undefined) secrets.push(password, safeDecode(password));
  }
  return secrets;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A mask for these values, also as they look inside JSON, inside a URL and in bytes. */
export function createMask(secrets: readonly string[]): Mask {
  const forms = new Set<string>();
  for (const secret of secrets.filter((value) => value.trim().length >= shortestSecret)) {
    for (const form of [secret, secret.trim(), JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      forms.add(form);
    }
    // In Base64, and as its bytes look when a binary file is read as Latin-1.
    for (const encoding of ['base64', 'latin1'] as const) forms.add(Buffer.from(secret).toString(encoding));
  }
  // Longest first: a secret that contains another must not leave its rest behind.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}

/** The mask of an environment. Made before any file is read, so that nothing can be said unmasked. */
export function maskOf(env: Environment): Mask {
  return createMask(secretsIn(env));
}
