/** Edits to a skill, and what became of them. */
export { changedItems } from './changed-items.ts';
export { type ItemEffect, recombine } from './credit.ts';
export { type EditReport, summariseEdits } from './edit-report.ts';
export { describeItem, ideaText } from './item-text.ts';
export { Proposal, UpdateItem, UpdateMode } from './update-item.ts';
export { updateModeOf } from './update-mode.ts';
export { update } from './update.ts';
