/** The nouns that cross folders or reach disk, and the ports to the world. */
export { HashText, Json } from './json.ts';
export { MOST_DEPTH, nestsDeeper } from './nests-deeper.ts';
export { Outage, Outcome, Score } from './outcome.ts';
export { Patch } from './patch.ts';
export { Run, RunEvent, RunStatus, SignatureLink } from './run.ts';
export { type SkillId, skillIdOf, skillName } from './skill-id.ts';
export { TrialFigures, TrialRecord, trialStep } from './trial-record.ts';
