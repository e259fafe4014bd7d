import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** MD5 of the text that the files of Debian's fortunes 1.99.1-7.3 make. */
const knownDigest = '4f76c26646f7055c0a751e679800855b';
const folder = '/usr/share/games/fortunes';

/**
 * The epigrams of Debian's `fortunes`, file after file by name: 2,576,674 bytes of many hands, prose, verse and drawings. No setting of a
 * predictor was chosen on it. Gives why not where the files are not there or others.
 */
export function readFortunes(from = folder): Uint8Array | { readonly why: string } {
  let names: string[];
  try {
    names = readdirSync(from).filter((name) => !name.includes('.'));
  } catch {
    return { why: 'not installed: apt-get install fortunes' };
  }
  const bytes = Buffer.concat(names.sort().map((name) => readFileSync(join(from, name))));
  const digest = createHash('md5').update(bytes).digest('hex');
  return digest === knownDigest
    ? new Uint8Array(bytes)
    : { why: `another text: its MD5 is ${digest}, not ${knownDigest}` };
}
