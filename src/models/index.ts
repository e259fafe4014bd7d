/** Language models and agents: providers, command-line agents, recorded, simulated. */
export { fromAiSdk } from './ai-sdk.ts';
export { createHarness, HarnessSettings } from './harness/create-harness.ts';
export { endStartedCommands } from './harness/run-command.ts';
export { createChatJudge } from './judges/chat-judge.ts';
export { createCommandJudge } from './judges/command-judge.ts';
export { type Behaviour, type ModelServer, type Received, startModelServer } from './loopback/model-server.ts';
export { createPace, type Pace, paceModel } from './pace.ts';
export { practiceForms, practiceWorldNames } from './practice/practice-forms.ts';
export {
  createPracticeExaminer,
  createPracticeJudge,
  type Examiner,
  type PracticeChoice,
  writePracticeCorpus,
} from './practice/practice-process.ts';
export { listPriceOf } from './price.ts';
export { addressOf } from './providers/address.ts';
export { createModel, providerNames } from './providers/create-model.ts';
export { ModelSettings } from './providers/settings.ts';
export { recordModel, replayModel } from './recorded.ts';
export { findSimulatedWorld } from './simulated/named-worlds.ts';
export { reportWorlds } from './simulated/spoken/report-family.ts';
export { drawWorld } from './simulated/random-world.ts';
export { createSimulatedOptimizer } from './simulated/simulated-optimizer.ts';
export { createSimulatedWorld, type SimulatedWorld } from './simulated/simulated-world.ts';
export { WorldData } from './simulated/world-data.ts';
export { chatSampler } from './trainers/chat-sampler.ts';
export { createCommandTrainer } from './trainers/command-trainer.ts';
export { findTrainingFormat, trainingFormats } from './trainers/formats/formats.ts';
export { hostedDialects } from './trainers/hosted-dialects.ts';
export { createHostedTrainer } from './trainers/hosted-trainer.ts';
export { createLoraServer } from './trainers/lora-server.ts';
/** The truth of the practice worlds, for experiments that know it; loops get judges alone. */
export const loadPracticeWorlds = async (): Promise<typeof import('./practice/practice-world.ts')> =>
  import('./practice/practice-world.ts');
export { servedModel } from './trainers/served-model.ts';
