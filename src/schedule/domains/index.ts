/** Which domain to practise next. */
export { addDomain, createDomainBoard, creditDomains, type DomainBoard, observeDomains } from './domain-board.ts';
export { allocateDomains, pickPractice, type ScheduleRule, splitModes } from './domain-scheduler.ts';
