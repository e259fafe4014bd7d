/** Templates made of templates. */
export { operatorList } from './compose.ts';
