/** Modules compiled and run, and their memory seen from outside. */
export { type ArrayView, bytesAt, doublesAt, wordsAt } from './array-view.ts';
export {
  compile,
  type CompiledModule,
  createMemory,
  instantiate,
  validate,
  type WasmFunction,
  type WasmMemory,
} from './instantiate.ts';
