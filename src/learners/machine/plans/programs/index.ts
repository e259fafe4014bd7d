/** Programs of steps, and what they are as parts of a machine. */
export { InstalledProgram } from './installed-program.ts';
export type { PlanClaim } from './plan-claim.ts';
export { agreesWith, type StepProgram } from './program.ts';
export { type PlanOptions, planProgram, simplifyPlan } from './program-experts.ts';
export type { Bit, ProgramPlan, StackPlan } from './program-plan.ts';
