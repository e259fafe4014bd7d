/** How the machine learns by practice. */
export { blindRace, type BlindRace } from './blind-race.ts';
export { EvolveConfig, parts } from './config.ts';
export { evolve, type EvolveSummary, templatesOf } from './evolve.ts';
export { buildMain, keyOfSlot, MainState, patchedPlan, slotsByKey } from './main-state.ts';
export { Order } from './order.ts';
export { ShownMachine } from './play-shown.ts';
export { playStepByStep, type ShownStep } from './play-step-by-step.ts';
export { profiles } from './profile.ts';
export { showMain } from './show-machine.ts';
export { jobKinds } from './job-kinds.ts';
