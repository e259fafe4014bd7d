/** What to practise next: domain, difficulty, template, patch; and which episodes may teach. */
export { editBudget } from './edit-budget.ts';
export { type Knobs, scheduleKnobs, turnKnobs } from './knobs.ts';
