import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { z } from 'zod';
import { type Finding, missing, present } from './finding.ts';

/**
 * The smallest module that needs SIMD, in hexadecimal: one function that makes a v128 constant and drops it.
 *
 * @source WebAssembly core specification 2.0, 5.4.9: `v128.const` is FD 0C and 16 bytes
 */
const simdModule = Buffer.from(
  `0061736d 01000000 0104 01600000 0302 0100 0a17 01 1500 fd0c ${'00'.repeat(16)} 1a0b`.replaceAll(' ', ''),
  'hex',
);

/** The part of WebAssembly used here; neither the language's library nor Node's types declare it. */
const Engine = z.object({ validate: z.custom<(bytes: Uint8Array) => boolean>((value) => typeof value === 'function') });

function hasSimd(): boolean {
  const engine = Engine.safeParse(Reflect.get(globalThis, 'WebAssembly'));
  return engine.success && engine.data.validate(simdModule);
}

const gibibyte = 2 ** 30;

/** True when `version` (20.19.1) is at least `wanted` (>=20.19). */
export function satisfies(version: string, wanted: string): boolean {
  const parts = (text: string): number[] =>
    text
      .replace(/^[^0-9]*/, '')
      .split('.')
      .map(Number);
  const have = parts(version);
  for (const [i, need] of parts(wanted).entries()) {
    const part = have[i] ?? 0;
    if (part !== need) return part > need;
  }
  return true;
}

/** Node, processor, memory and SIMD. */
export function inspectRuntime(engines: string): readonly Finding[] {
  const node = process.versions.node;
  const memory = `${(totalmem() / gibibyte).toFixed(1)} GiB, ${(freemem() / gibibyte).toFixed(1)} free`;
  return [
    satisfies(node, engines)
      ? present('node', node, true)
      : missing('node', node, `Install Node ${engines} from nodejs.org or your version manager.`, true),
    present('cores', `${availableParallelism()} (${cpus()[0]?.model.trim() ?? 'unknown'})`),
    present('memory', memory),
    hasSimd()
      ? present('wasm-simd', 'yes', true)
      : missing(
          'wasm-simd',
          'no',
          'Use a processor with SSE4.1 or NEON; the circuit engine needs WebAssembly SIMD.',
          true,
        ),
  ];
}
