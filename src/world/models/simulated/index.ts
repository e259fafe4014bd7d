/** Worlds and optimisers that are simulated. */
export { findSimulatedWorld } from './named-worlds.ts';
export { drawWorld } from './random-world.ts';
export { createSimulatedOptimizer } from './simulated-optimizer.ts';
export { createSimulatedWorld } from './simulated-world.ts';
export type { SimulatedWorld } from './known-world.ts';
export { reportWorlds } from './spoken/report-family.ts';
export { WorldData } from './world-data.ts';
