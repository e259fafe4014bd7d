/** What to practise next: domain, difficulty, template, patch; and which episodes may teach. */
export {
  createDomainBoard,
  creditDomains,
  type DomainBoard,
  type DomainResult,
  observeDomains,
} from './domain-board.ts';
export {
  allocateDomains,
  type Allocation,
  type ModeShares,
  pickPractice,
  type ScheduleRule,
  splitModes,
} from './domain-scheduler.ts';
export { type Knobs, scheduleKnobs, turnKnobs } from './knobs.ts';
