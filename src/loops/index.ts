/** The loops: what is done in which order, against ports. */
export { type Audit, type AuditFinding, auditRun } from './audit/audit.ts';
export { type BitPractice, createBitPractice } from './practise/bit-practice.ts';
export { type AnswerWorldSettings, createAnswerWorld } from './worlds/answer-world.ts';
export { createDialogueWorld, type Dialogue, type DialogueWorldSettings, type Turn } from './worlds/dialogue-world.ts';
export { createHarnessWorld, type HarnessWorldSettings } from './worlds/harness-world.ts';
export { readTasks } from './worlds/read-tasks.ts';
export { type Ratio, splitTasks } from './worlds/split-tasks.ts';
export { createTeachWorld, type TeachWorldSettings } from './worlds/teach-world.ts';
export { practise, type PractiseConfig, type PractiseSummary } from './practise/practise.ts';
