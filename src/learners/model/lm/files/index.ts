/** Checkpoints, GGUF and open weights. */
export { loadCheckpoint, saveCheckpoint } from './checkpoint.ts';
export { readGguf } from './gguf-read.ts';
export { writeGguf } from './gguf.ts';
export { readPublished } from './published.ts';
