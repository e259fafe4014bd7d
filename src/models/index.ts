/** Language models and agents: providers, command-line agents, recorded, simulated. */
export { type AiSdkSettings, fromAiSdk } from './ai-sdk.ts';
export { createHarness, HarnessSettings } from './harness/create-harness.ts';
export { endStartedCommands } from './harness/run-command.ts';
export { isLanguageModel, type LanguageModel } from './language-model.ts';
export { type Behaviour, type ModelServer, type Received, startModelServer } from './loopback/model-server.ts';
export { faultOf, outageFault } from './outage.ts';
export { createPace, type Pace, paceModel } from './pace.ts';
export { listPriceOf, type Price } from './price.ts';
export { createModel, providerNames } from './providers/create-model.ts';
export { ModelSettings } from './providers/settings.ts';
export { recordModel, replayModel } from './recorded.ts';
export { findSimulatedWorld, simulatedWorlds } from './simulated/named-worlds.ts';
export { drawWorld } from './simulated/random-world.ts';
export { createSimulatedOptimizer } from './simulated/simulated-optimizer.ts';
export { createSimulatedWorld, type SimulatedWorld } from './simulated/simulated-world.ts';
export { WorldData } from './simulated/world-data.ts';
