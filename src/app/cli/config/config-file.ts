import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '#foundation/kernel';

const names = ['pawl.config.ts', 'pawl.config.json', 'pawl.config.yaml'];

/** The config file that `--config` names, else the one in this folder, if any. Two are refused: neither could win. */
export function findConfigFile(folder: string, named: string | undefined): string | undefined {
  if (named !== undefined) {
    const path = resolve(folder, named);
    if (!existsSync(path)) throw new Fault('config/not-found', `there is no ${path}`, { details: { path } });
    return path;
  }
  const found = names.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) throw new Fault('config/ambiguous', `found ${found.join(' and ')}`, { details: { found } });
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

type Yaml = Pick<typeof import('yaml'), 'LineCounter' | 'parseDocument'>;

/** Parses YAML, and JSON as the part of it that it is. The fault names the place only, and the library warns of nothing: the text there may be a secret. */
export function parseConfigText(text: string, path: string, { LineCounter, parseDocument }: Yaml): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new Fault('config/unreadable', `${path}:${line}:${col} cannot be read (${error.code})`, {
      details: { path },
    });
  }
  try {
    return document.toJS();
  } catch (cause) {
    // An alias without an anchor is only found here.
    throw new Fault('config/unreadable', `${path} cannot be read`, { details: { path }, cause });
  }
}

/** What a config file says, not yet validated. TypeScript runs without a build. */
export async function readConfigFile(path: string): Promise<unknown> {
  if (/\.(json|ya?ml)$/.test(path)) return parseConfigText(readFileSync(path, 'utf8'), path, await import('yaml'));
  try {
    const { createJiti } = await import('jiti');
    return await createJiti(import.meta.url, { moduleCache: false }).import(path, { default: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('config/unreadable', `cannot read ${path}: ${reason}`, { details: { path }, cause: error });
  }
}
