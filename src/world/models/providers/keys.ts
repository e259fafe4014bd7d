import { Fault } from '#foundation/kernel';
import type { Environment, ModelSettings } from './settings.ts';

/** The key of a provider out of the environment. */
export function keyOf(settings: ModelSettings, usual: string, env: Environment): string {
  const variable = settings.keyVariable ?? usual;
  const key = env[variable];
  if (key === undefined || key === '') {
    throw new Fault('models/no-key', `${settings.model} needs a key in ${variable}`, { details: { variable } });
  }
  return key;
}

/** The key where a server may do without: local servers take any text. */
export function optionalKeyOf(settings: ModelSettings, usual: string, env: Environment): string | undefined {
  return settings.keyVariable === undefined ? env[usual] || undefined : keyOf(settings, usual, env);
}
