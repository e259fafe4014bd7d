/** Hosted models. */
export { addressOf } from './address.ts';
export { targetWithAddress } from './compatible.ts';
export { createModel, providerNames } from './create-model.ts';
export { ModelSettings } from './settings.ts';
