/** Which patch to verify next, and how much to spend on it. */
export { type CostModel, createCostModel, learnCost } from './cost-model.ts';
export { countWaiting, popPatch, type QueuedPatch, type RankedPatch, rankPatches } from './patch-queue.ts';
export { poxScore } from './pox-score.ts';
export { adjustVerifyShare, createVerifyShare, observeVerification, type VerifyShare } from './verify-share.ts';
