import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Fault } from '#kernel';

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

/** What a config file says, not yet validated. TypeScript runs without a build. */
export async function readConfigFile(path: string): Promise<unknown> {
  try {
    switch (extname(path)) {
      case '.json':
        return JSON.parse(readFileSync(path, 'utf8'));
      case '.yaml':
      case '.yml': {
        const { parse } = await import('yaml');
        return parse(readFileSync(path, 'utf8'));
      }
      default: {
        const { createJiti } = await import('jiti');
        return await createJiti(import.meta.url, { moduleCache: false }).import(path, { default: true });
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('config/unreadable', `cannot read ${path}: ${reason}`, { details: { path }, cause: error });
  }
}
