/** Language models and agents: providers, command-line agents, recorded, simulated. */
export { fromAiSdk } from './ai-sdk.ts';
export { fetchSameOrigin } from './fetch-same-origin.ts';
export { createPace, type Pace, paceModel } from './pace.ts';
export { listPriceOf } from './price.ts';
export { recordModel, replayModel } from './recorded.ts';
/** The truth of the practice worlds, for experiments that know it; loops get judges alone. */
export const loadPracticeWorlds = async (): Promise<typeof import('./practice/practice-world.ts')> =>
  import('./practice/practice-world.ts');
