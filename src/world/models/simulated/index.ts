/** Worlds and optimisers that are simulated. */
export { countHarm, listItems } from './count-harm.ts';
export { findSimulatedWorld } from './named-worlds.ts';
export { type PromptRecord, type ReadPrompt, readPrompt } from './read-prompt.ts';
export { createSimulatedOptimizer } from './simulated-optimizer.ts';
export { createSimulatedWorld } from './simulated-world.ts';
export type { SimulatedWorld } from './known-world.ts';
export { tagSets } from './true-score.ts';
export { WorldData } from './world-data.ts';
