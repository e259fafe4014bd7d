/** Language models and agents: providers, command-line agents, recorded, simulated. */
export { type AiSdkSettings, fromAiSdk } from './ai-sdk.ts';
export { createHarness, HarnessSettings } from './harness/create-harness.ts';
export { endStartedCommands } from './harness/run-command.ts';
export { createChatJudge } from './judges/chat-judge.ts';
export { type CommandJudge, createCommandJudge } from './judges/command-judge.ts';
export { isLanguageModel, type LanguageModel } from './language-model.ts';
export { type Behaviour, type ModelServer, type Received, startModelServer } from './loopback/model-server.ts';
export { faultOf, outageFault } from './outage.ts';
export { createPace, type Pace, paceModel } from './pace.ts';
export { practiceForms, type PracticeWorldName, practiceWorldNames } from './practice/practice-forms.ts';
export {
  createPracticeExaminer,
  createPracticeJudge,
  type Examiner,
  type PracticeChoice,
  writePracticeCorpus,
} from './practice/practice-process.ts';
export { listPriceOf, type Price } from './price.ts';
export { createModel, providerNames } from './providers/create-model.ts';
export { ModelSettings } from './providers/settings.ts';
export { recordModel, replayModel } from './recorded.ts';
export { findSimulatedWorld, simulatedWorlds } from './simulated/named-worlds.ts';
export { developmentWorlds } from './simulated/spoken/development-family.ts';
export { reportWorlds } from './simulated/spoken/report-family.ts';
export { drawWorld } from './simulated/random-world.ts';
export { createSimulatedOptimizer } from './simulated/simulated-optimizer.ts';
export { createSimulatedWorld, type SimulatedWorld } from './simulated/simulated-world.ts';
export { WorldData } from './simulated/world-data.ts';
export { chatSampler } from './trainers/chat-sampler.ts';
export { type CommandTrainerSettings, createCommandTrainer } from './trainers/command-trainer.ts';
export { findTrainingFormat, trainingFormats } from './trainers/formats/formats.ts';
export type { TrainingFiles, TrainingFormat } from './trainers/formats/training-format.ts';
export { type HostedDialectName, hostedDialects } from './trainers/hosted-dialects.ts';
export { createHostedTrainer, type HostedTrainerSettings } from './trainers/hosted-trainer.ts';
export { createLoraServer, type LoraServerSettings } from './trainers/lora-server.ts';
export { type RewardServer, startRewardServer } from './trainers/reward-server.ts';
/** The truth of the practice worlds, for experiments that know it; loops get judges alone. */
export const loadPracticeWorlds = async (): Promise<typeof import('./practice/practice-world.ts')> =>
  import('./practice/practice-world.ts');
export { servedModel } from './trainers/served-model.ts';
export { type TrainingKnobs, trainingKnobs } from './trainers/trl-config.ts';
