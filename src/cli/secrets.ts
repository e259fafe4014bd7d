import { z } from 'zod';
import { Fault } from '#kernel';
import { type Environment, isSecretName } from '#store';

export { createMask, maskOf, secretsIn } from '#store';

/**
 * A secret in a config file: `env:NAME`, never the value. NAME must look secret, so that a reader of the file sees what it is.
 */
export const SecretReference = z
  .string()
  .regex(/^env:[A-Za-z_][A-Za-z0-9_]*$/, 'expected env:NAME, never the secret itself')
  .refine(
    (reference) => isSecretName(reference.slice(4)),
    'expected a name that ends in _KEY, _TOKEN, _SECRET or _PASSWORD',
  );

/** The value behind a reference, read at the moment it is needed. */
export function resolveSecret(reference: string, env: Environment): string {
  const name = SecretReference.parse(reference).slice(4);
  const value = env[name];
  if (value === undefined || value === '')
    throw new Fault('cli/no-secret', `${name} is not set`, { details: { name } });
  return value;
}
