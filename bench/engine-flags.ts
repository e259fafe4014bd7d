import { setFlagsFromString } from 'node:v8';

/**
 * Makes WebAssembly compile straight to optimised code. The engine's quick first tier runs circuits slower than the
 * interpreter does; with this, `compileLater` gives full speed from the first call.
 */
export function optimiseAtOnce(): void {
  setFlagsFromString('--no-liftoff');
  setFlagsFromString('--no-wasm-lazy-compilation');
}
