/** A small WebAssembly assembler: expressions, structured control, modules, SIMD. */
export type { Effect } from './address.ts';
export { type ArrayView, bytesAt, doublesAt, wordsAt } from './array-view.ts';
export type { Expression, Operand } from './expression.ts';
export { callResult, FunctionBody, type FunctionHandle, type Label, type Local, tee } from './function-body.ts';
export {
  type CompiledModule,
  compile,
  createMemory,
  instantiate,
  validate,
  type WasmFunction,
  type WasmMemory,
} from './instantiate.ts';
export { type Global, ModuleBuilder, setGlobal } from './module-builder.ts';
export { f32, f64, i32, i64, memoryCopy, memoryFill, select } from './opcodes.ts';
export { f32x4, i32x4, i64x2, i8x16, v128 } from './simd.ts';
