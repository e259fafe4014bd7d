/** Where weights are trained. */
export { chatSampler } from './chat-sampler.ts';
export { createCommandTrainer } from './command-trainer.ts';
export { findTrainingFormat, trainingFormats } from './formats/formats.ts';
export { hostedDialects } from './hosted-dialects.ts';
export { createHostedTrainer } from './hosted-trainer.ts';
export { createLoraServer } from './lora-server.ts';
export { servedModel } from './served-model.ts';
