import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '#foundation/kernel';

/** Where the built pages lie: the same place seen from the sources of a checkout and from the compiled package. */
const folder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** A file of the built pages by its plain name; no name leads out of the folder. */
export function readAsset(name: string): Asset | undefined {
  const type = types[extname(name)];
  if (type === undefined || !/^[\w.-]+$/u.test(name)) return undefined;
  const path = join(folder, name);
  return existsSync(path) ? { bytes: Uint8Array.from(readFileSync(path)), type } : undefined;
}

/** The same as text; pages that were not built are a fault. */
export function readPage(name: string): string {
  const asset = readAsset(name);
  if (asset === undefined) throw new Fault('server/no-pages', `${join(folder, name)} is not there`);
  return new TextDecoder().decode(asset.bytes);
}
