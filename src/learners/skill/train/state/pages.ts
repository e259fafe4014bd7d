import type { TrainState } from './train-state.ts';

/** The state as its book writes it. */
export type Pages = { -readonly [Field in keyof TrainState]: TrainState[Field] };
