/** Functions and modules. */
export { callResult, FunctionBody, type FunctionHandle, type Label, type Local, tee } from './function-body.ts';
export { type Global, ModuleBuilder, setGlobal } from './module-builder.ts';
