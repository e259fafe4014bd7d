/** What every template keeps. */
export { levelHash } from './golden.ts';
