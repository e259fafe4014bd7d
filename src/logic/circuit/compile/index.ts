/** Circuits as programs: WebAssembly, C, an interpreter. */
export { circuitToC } from './compile-c.ts';
export { startInterpreter } from './compile-interpreter.ts';
export { compileLater, encodePack, type PlacedCircuit, startPack } from './compile-pack.ts';
export { programOf, programScratch } from './compile-program.ts';
export type { PlaneLayout } from './compile-sequence.ts';
