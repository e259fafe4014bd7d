import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Fault } from '#foundation/kernel';

/** Packages that Pawl is not installed with: most people need none of them. The versions are those it is tested with. */
export const optionalPackages = {
  '@ai-sdk/anthropic': '3.0.138',
  '@ai-sdk/azure': '3.0.128',
  '@ai-sdk/google': '3.0.141',
  '@ai-sdk/openai': '3.0.139',
  '@ai-sdk/openai-compatible': '2.0.87',
  '@modelcontextprotocol/server': '2.4.0',
  bullmq: '6.7.0',
  ioredis: '6.0.0',
  pg: '8.23.1',
  'quickjs-emscripten': '0.32.0',
} as const;
export type OptionalPackage = keyof typeof optionalPackages;

/** Where Node would look for packages of this program. */
const folders = (): readonly string[] => createRequire(import.meta.url).resolve.paths('pawl') ?? [];

/** Says how to install what is not there, before it is loaded: what is loaded inside a thread or a process of its own could not say it. */
export function requirePackages(purpose: string, names: readonly OptionalPackage[], among = folders()): void {
  const missing = names.filter((name) => !among.some((folder) => existsSync(join(folder, name))));
  if (missing.length === 0) return;
  const asked = missing.map((name) => `${name}@${optionalPackages[name]}`).join(' ');
  throw new Fault('world/no-package', `${purpose} needs ${missing.join(' and ')}, which Pawl is installed without`, {
    hint: `Install it beside Pawl: npm install ${asked}`,
    details: { missing },
  });
}
