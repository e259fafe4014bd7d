import { i32 } from '#logic/wasm/instructions';
import { FunctionBody } from '#logic/wasm/module';
import { compile, type CompiledModule, instantiate, type WasmFunction, type WasmMemory } from '#logic/wasm/run';
import type { Circuit } from '../graph/circuit.ts';
import { type CodeShape, emitCircuit } from './compile-emit.ts';
import type { PlaneLayout } from './compile-sequence.ts';
import { ByteSink } from './compile-sink.ts';

/** A circuit and the planes it works on. */
export interface PlacedCircuit {
  readonly circuit: Circuit;
  readonly layout: PlaneLayout;
}

const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** Type 0: (base, mask) → chunks, of a circuit; type 1: (base, list, count) → chunks, of `run`. */
const types = [2, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f];
const memoryImport = [1, 4, ...ascii('host'), 6, ...ascii('memory'), 2, 0, 1];

/**
 * The module of several circuits. It imports `host.memory` and exports `run(base, list, count)`: the list holds pairs of
 * 32-bit words (which circuit, address of its mask), run in order; the result is the number of 128-lane chunks computed.
 *
 * The table of functions belongs to the module; a single circuit is called directly. One table imported by all modules
 * would be copied into each of them.
 *
 * @source WebAssembly core specification 2.0, §5.5: binary format of modules
 */
export function encodePack(circuits: readonly PlacedCircuit[], shape: CodeShape): Uint8Array<ArrayBuffer> {
  const sink = new ByteSink();
  const count = circuits.length;
  const section = (id: number, write: () => void): void => {
    sink.byte(id);
    sink.sized(write);
  };
  sink.bytes(header);
  section(1, () => sink.bytes(types));
  section(2, () => sink.bytes(memoryImport));
  section(3, () => {
    sink.unsigned(count + 1);
    sink.bytes(new Uint8Array(count));
    sink.byte(1);
  });
  section(4, () => {
    sink.bytes([1, 0x70, 0]);
    sink.unsigned(count);
  });
  section(7, () => {
    sink.bytes([1, 3, ...ascii('run'), 0]);
    sink.unsigned(count);
  });
  section(9, () => {
    sink.bytes([1, 0, 0x41, 0, 0x0b]);
    sink.unsigned(count);
    for (let f = 0; f < count; f += 1) sink.unsigned(f);
  });
  section(10, () => {
    sink.unsigned(count + 1);
    for (const placed of circuits) emitCircuit(sink, placed, shape);
    sink.bytes(count === 1 ? runOne : runMany);
  });
  return sink.finish();
}

const runOne = driver([0x10, 0]);
const runMany = driver([...i32.load({ type: 'i32', code: [0x20, 1] }).code, 0x11, 0, 0]);

/** The code of `run`: for each pair of the list it pushes base and mask, then does `call`. */
function driver(call: readonly number[]): number[] {
  const body = new FunctionBody(3);
  const [base, list, count] = [0, 1, 2].map((index) => ({ type: 'i32', code: [0x20, index], index }) as const);
  const done = body.local('i32');
  const end = body.local('i32', i32.add(list!, i32.shl(count!, 3)));
  body.while(i32.ltU(list!, end), () => {
    const chunks = { type: 'i32', code: [...base!.code, ...i32.load(list!, 4).code, ...call] } as const;
    body.set(done, i32.add(done, chunks));
    body.set(list!, i32.add(list!, 8));
  });
  body.result(done);
  return body.bytes();
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
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
