import { createRequire } from 'node:module';
import { type OptionalPackage, requirePackages } from '#world/packages';

const fromHere = createRequire(import.meta.url);

function load(name: OptionalPackage): ReturnType<NodeJS.Require> {
  requirePackages(`a model by ${name}`, [name]);
  return fromHere(name);
}

/**
 * The packages of the AI SDK, each loaded when the first model of it is opened: together they take half a second, and most commands
 * that read a config file open none.
 */
/* oxlint-disable typescript/no-unsafe-return -- what `require` gives has the type that the package declares */
export const sdk = {
  anthropic: (): typeof import('@ai-sdk/anthropic') => load('@ai-sdk/anthropic'),
  azure: (): typeof import('@ai-sdk/azure') => load('@ai-sdk/azure'),
  compatible: (): typeof import('@ai-sdk/openai-compatible') => load('@ai-sdk/openai-compatible'),
  google: (): typeof import('@ai-sdk/google') => load('@ai-sdk/google'),
  openai: (): typeof import('@ai-sdk/openai') => load('@ai-sdk/openai'),
};
