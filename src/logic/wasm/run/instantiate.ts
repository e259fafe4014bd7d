import { Fault } from '#foundation/kernel';

/** A compiled module. */
export interface CompiledModule {
  readonly [compiled]: true;
}
declare const compiled: unique symbol;

/** A growable memory; views of `buffer` die when it grows. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A function of a module, on numbers. */
export type WasmFunction = (...args: number[]) => number;

interface Engine {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => CompiledModule;
  readonly Instance: new (
    module: CompiledModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly Memory: new (limits: { initial: number; maximum?: number }) => WasmMemory;
}

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of globalThis
  var WebAssembly: Engine;
}

/** Whether the engine accepts the bytes as a module. */
export function validate(bytes: Uint8Array<ArrayBuffer>): boolean {
  return WebAssembly.validate(bytes);
}

/** Compiles a module; one that the engine refuses is a bug of its builder. */
export function compile(bytes: Uint8Array<ArrayBuffer>): CompiledModule {
  return new WebAssembly.Module(bytes);
}

/** A memory of so many pages of 64 KiB. */
export function createMemory(initial: number, maximum?: number): WasmMemory {
  return new WebAssembly.Memory(maximum === undefined ? { initial } : { initial, maximum });
}

/** Runs a module; gives its exported functions and memories by name. */
export function instantiate(
  module: CompiledModule,
  imports: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): WasmInstance {
  return new WasmInstance(new WebAssembly.Instance(module, imports).exports);
}

/** The exports of a running module. */
export class WasmInstance {
  private readonly exports: Readonly<Record<string, unknown>>;

  constructor(exports: Readonly<Record<string, unknown>>) {
    this.exports = exports;
  }

  function(name: string): WasmFunction {
    const found = this.exports[name];
    if (isFunction(found)) return found;
    throw new Fault('wasm/no-export', `the module exports no function \`${name}\``);
  }

  memory(name: string): WasmMemory {
    const found = this.exports[name];
    if (isMemory(found)) return found;
    throw new Fault('wasm/no-export', `the module exports no memory \`${name}\``);
  }
}

function isFunction(value: unknown): value is WasmFunction {
  return typeof value === 'function';
}

function isMemory(value: unknown): value is WasmMemory {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'grow' in value;
}
