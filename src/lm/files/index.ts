/** Checkpoints and GGUF. */
export { loadCheckpoint, saveCheckpoint } from './checkpoint.ts';
export { readGguf } from './gguf-read.ts';
export { writeGguf } from './gguf.ts';
