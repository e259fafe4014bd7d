import {
  callResult,
  compile,
  type CompiledModule,
  i32,
  instantiate,
  ModuleBuilder,
  type WasmFunction,
  type WasmMemory,
} from '#wasm';
import type { Circuit } from './circuit.ts';
import { type CodeShape, emitCircuit } from './compile-emit.ts';
import type { PlaneLayout } from './compile-sequence.ts';

/** A circuit and the planes it works on. */
export interface PlacedCircuit {
  readonly circuit: Circuit;
  readonly layout: PlaneLayout;
}

const signature = { params: { base: 'i32', mask: 'i32' }, result: 'i32' } as const;

/**
 * The module of several circuits. It imports `host.memory` and exports `run(base, list, count)`: the list holds pairs of
 * 32-bit words (which circuit, address of its mask), run in order; the result is the number of 128-lane chunks computed.
 *
 * The table of functions belongs to the module; a single circuit is called directly. One table imported by all modules would be copied into each of them.
 */
export function encodePack(circuits: readonly PlacedCircuit[], shape: CodeShape): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  const functions = circuits.map(({ circuit, layout }) =>
    module.function(signature, (body, params) => emitCircuit(body, params, { circuit, layout, shape })),
  );
  const only = functions.length === 1;
  if (!only) module.functionTable(functions);
  const run = module.function(
    { params: { base: 'i32', list: 'i32', count: 'i32' }, result: 'i32' },
    (body, { base, list, count }) => {
      const done = body.local('i32');
      const end = body.local('i32', i32.add(list, i32.shl(count, 3)));
      body.while(i32.ltU(list, end), () => {
        const mask = i32.load(list, 4);
        const chunks = only
          ? callResult('i32', functions[0]!, base, mask)
          : module.callIndirect(signature, i32.load(list), base, mask);
        body.set(done, i32.add(done, chunks));
        body.set(list, i32.add(list, 8));
      });
      body.result(done);
    },
  );
  module.exportFunction('run', run);
  return module.build();
}

/** An engine that may also compile on another thread. */
interface Engine {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  compile?(bytes: Uint8Array<ArrayBuffer>): Promise<CompiledModule>;
}

/** Compiles a pack away from this thread where the engine can, so that only its start costs this thread time. */
export async function compileLater(bytes: Uint8Array<ArrayBuffer>): Promise<CompiledModule> {
  const engine: Engine = globalThis.WebAssembly;
  return engine.compile === undefined ? compile(bytes) : engine.compile(bytes);
}

/** Puts a compiled pack to work on a memory; gives its `run(base, list, count)`. */
export function startPack(module: CompiledModule, memory: WasmMemory): WasmFunction {
  return instantiate(module, { host: { memory } }).function('run');
}
