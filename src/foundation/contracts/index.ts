/** The nouns that cross folders or reach disk, and the ports to the world. */
export { HashText, Json } from './json.ts';
export { Outage, Outcome, Score } from './outcome.ts';
export { Patch } from './patch.ts';
export { Run, RunEvent, RunStatus, SignatureLink } from './run.ts';
export { MOST_DEPTH, shapeOfText } from './shape-of-text.ts';
export { type SkillId, skillIdOf, skillName } from './skill-id.ts';
export { TrialFigures, TrialRecord, trialStep } from './trial-record.ts';
