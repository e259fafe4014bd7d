/** Tables of numbers that users may turn. */
export { type Knob, knob, type KnobTable, turnTable, usualValues } from './knob.ts';
