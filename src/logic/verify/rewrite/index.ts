/** Smaller circuits that are proved to be the same. */
export { restructure } from './restructure.ts';
export { type Cost, shrink } from './shrink.ts';
export { type Simplified, simplify, simplifyAnytime, type SimplifyOptions } from './simplify.ts';
export { type Sizes, sizesOf } from './sizes.ts';
