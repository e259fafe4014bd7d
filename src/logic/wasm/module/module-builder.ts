import { type Expression, lift, type Operand, typeCode, type ValueType } from '../instructions/expression.ts';
import { append, FunctionBody, type FunctionHandle, type Local, localAt } from './function-body.ts';
import { unsigned } from '../instructions/leb128.ts';

/** Names and types of parameters, in order. */
export type Params = Readonly<Record<string, ValueType>>;

/** The parameters as locals, by name. */
export type ParamLocals<P extends Params> = { readonly [K in keyof P]: Local<P[K]> };

/** What a function takes and gives. */
export interface Signature<P extends Params = Params> {
  readonly params?: P;
  readonly result?: ValueType;
}

/** A global variable: reading it is an expression. */
export interface Global<T extends ValueType = ValueType> extends Expression<T> {
  readonly index: number;
}

/** Pages of 64 KiB. */
export interface MemoryLimits {
  readonly initial: number;
  readonly maximum?: number;
}

const kind = { function: 0, table: 1, memory: 2, global: 3 } as const;
const funcref = 0x70;

/**
 * Puts a WebAssembly module together. Import functions before defining any, since imports come first in the numbering.
 *
 * @source WebAssembly core specification 2.0, §5.5: binary format of modules
 */
export class ModuleBuilder {
  private readonly types: number[][] = [];
  private readonly imports: number[][] = [];
  private readonly functionTypes: number[] = [];
  private readonly bodies: (FunctionBody | undefined)[] = [];
  private readonly globals: number[][] = [];
  private readonly exports: number[][] = [];
  private readonly data: number[][] = [];
  private importedFunctions = 0;
  private memory: MemoryLimits | undefined;
  private table: readonly FunctionHandle[] | undefined;

  /** A memory given from outside. */
  importMemory(from: string, name: string, limits: MemoryLimits): void {
    this.imports.push([...text(from), ...text(name), kind.memory, ...limitCode(limits)]);
  }

  /** A memory of the module's own, exported under a name. */
  exportMemory(name: string, limits: MemoryLimits): void {
    this.memory = limits;
    this.exports.push([...text(name), kind.memory, 0]);
  }

  importFunction(from: string, name: string, signature: Signature): FunctionHandle {
    const params = Object.values(signature.params ?? {});
    const index = this.importedFunctions;
    this.importedFunctions += 1;
    this.imports.push([...text(from), ...text(name), kind.function, ...unsigned(this.typeIndex(signature))]);
    return { index, params, result: signature.result };
  }

  /** Announces a function whose body comes later, so that others can call it. */
  declare(signature: Signature): FunctionHandle {
    const index = this.importedFunctions + this.functionTypes.length;
    this.functionTypes.push(this.typeIndex(signature));
    this.bodies.push(undefined);
    return { index, params: Object.values(signature.params ?? {}), result: signature.result };
  }

  /** Writes the body of a declared function. */
  define<P extends Params>(
    handle: FunctionHandle,
    params: P,
    write: (body: FunctionBody, params: ParamLocals<P>) => void,
  ): void {
    const body = new FunctionBody(handle.params.length);
    write(body, paramLocals(params));
    this.bodies[handle.index - this.importedFunctions] = body;
  }

  /** Declares and defines a function. */
  function<P extends Params>(
    signature: Signature<P> & { readonly params: P },
    write: (body: FunctionBody, params: ParamLocals<P>) => void,
  ): FunctionHandle {
    const handle = this.declare(signature);
    this.define(handle, signature.params, write);
    return handle;
  }

  exportFunction(name: string, handle: FunctionHandle): void {
    this.exports.push([...text(name), kind.function, ...unsigned(handle.index)]);
  }

  /** A mutable global that begins as `value`. */
  global<T extends ValueType>(type: T, value: Operand<T>): Global<T> {
    const index = this.globals.length;
    this.globals.push([typeCode[type], 1, ...lift(type, value).code, 0x0b]);
    return { type, index, code: [0x23, ...unsigned(index)] };
  }

  /** The table of functions for `callIndirect`, in order. */
  functionTable(functions: readonly FunctionHandle[]): void {
    this.table = functions;
  }

  /** Calls the function at a place of the table; it must have this signature. */
  callIndirect<T extends ValueType>(
    signature: Signature & { readonly result: T },
    place: Operand<'i32'>,
    ...args: readonly Expression[]
  ): Expression<T> {
    const code = args.flatMap((argument) => [...argument.code]);
    code.push(...lift('i32', place).code, 0x11, ...unsigned(this.typeIndex(signature)), 0);
    return { type: signature.result, code };
  }

  /** Bytes that are in memory from the start. */
  dataAt(address: number, bytes: Uint8Array): void {
    const segment = [0, ...lift('i32', address).code, 0x0b, ...unsigned(bytes.length)];
    for (const byte of bytes) segment.push(byte);
    this.data.push(segment);
  }

  /** The module as bytes. */
  build(): Uint8Array<ArrayBuffer> {
    const { table } = this;
    const bodies = this.bodies.map((body, i) => {
      if (body === undefined) throw new Error(`function ${i} was declared but never defined`);
      return body.bytes();
    });
    const bytes = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    section(bytes, 1, this.types);
    section(bytes, 2, this.imports);
    section(bytes, 3, this.functionTypes.map(unsigned));
    section(bytes, 4, table === undefined ? [] : [[funcref, ...limitCode({ initial: table.length })]]);
    section(bytes, 5, this.memory === undefined ? [] : [limitCode(this.memory)]);
    section(bytes, 6, this.globals);
    section(bytes, 7, this.exports);
    section(bytes, 9, table === undefined ? [] : [[0, 0x41, 0, 0x0b, ...list(table.map((f) => unsigned(f.index)))]]);
    section(bytes, 10, bodies);
    section(bytes, 11, this.data);
    return Uint8Array.from(bytes);
  }

  private typeIndex(signature: Signature): number {
    const params = Object.values(signature.params ?? {}).map((type) => [typeCode[type]]);
    const results = signature.result === undefined ? [] : [[typeCode[signature.result]]];
    const type = [0x60, ...list(params), ...list(results)];
    const known = this.types.findIndex((each) => each.join() === type.join());
    if (known >= 0) return known;
    this.types.push(type);
    return this.types.length - 1;
  }
}

/** Writes a global. */
export function setGlobal<T extends ValueType>(global: Global<T>, value: Operand<T>): { readonly code: number[] } {
  return { code: [...lift(global.type, value).code, 0x24, ...unsigned(global.index)] };
}

function paramLocals<P extends Params>(params: P): ParamLocals<P> {
  const locals: Partial<Record<string, Local>> = {};
  for (const [index, [name, type]] of Object.entries(params).entries()) locals[name] = localAt(type, index);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop has set every key of P to a local of its type
  return locals as ParamLocals<P>;
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [...unsigned(bytes.length), ...bytes];
}

function list(items: readonly (readonly number[])[]): number[] {
  const bytes = unsigned(items.length);
  for (const item of items) append(bytes, item);
  return bytes;
}

function limitCode({ initial, maximum }: MemoryLimits): number[] {
  return maximum === undefined ? [0, ...unsigned(initial)] : [1, ...unsigned(initial), ...unsigned(maximum)];
}

function section(bytes: number[], id: number, items: readonly (readonly number[])[]): void {
  if (items.length === 0) return;
  const content = list(items);
  bytes.push(id, ...unsigned(content.length));
  append(bytes, content);
}
