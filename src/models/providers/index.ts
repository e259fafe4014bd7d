/** Hosted models. */
export { addressOf } from './address.ts';
export { createModel, providerNames } from './create-model.ts';
export { ModelSettings } from './settings.ts';
