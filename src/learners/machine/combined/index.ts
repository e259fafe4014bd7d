/** The one machine a run grows: fragments, slots and plans. */
export { planToC, planToWasm, stepCircuitOf } from './export-plan.ts';
export { type Fragment, selectorId } from './fragment.ts';
export { type LaneInput, MainMachine, mainSizes, type SlotPick } from './main-machine.ts';
export { keyDistance, sameSizes, type SlotKey, slotKeyOf } from './slot-key.ts';
