import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';

/**
 * A path that a person typed, as the config file in another folder has to name it. It is seen from where the person stands; where
 * nothing is there, but something in the folder of the config file, that is meant.
 */
export function seenFrom(stand: string, configFolder: string, path: string): string {
  const isThere = existsSync(resolve(stand, path));
  if (isAbsolute(path) || (!isThere && existsSync(resolve(configFolder, path)))) return path;
  const fromConfig = relative(configFolder, resolve(stand, path));
  return fromConfig === '' ? '.' : fromConfig;
}
