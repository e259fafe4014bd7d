/** What stops a loop that trains on judgements from fooling itself. */
export { adaptKlWeight, collapseLimits, type Diversity, findCollapse, measureDiversity } from './collapse.ts';
export { type ControlReport, readControls } from './controls.ts';
export { type DriftReport, measureDrift } from './drift.ts';
export { clusterTexts } from './novelty.ts';
export { findWorthFault, isStale, type MeasuredAt } from './question-guards.ts';
export { findTextFault } from './text-guards.ts';
