import { expect, it } from 'vitest';
import { TrainKnobs } from './knobs.ts';

it('what a knob is unless told may be asked for as well', () => {
  const defaults = TrainKnobs.parse({});
  expect(TrainKnobs.parse(defaults)).toEqual(defaults);
});

it('the appendix takes notes from both kinds of rollouts or from failures alone, and from nothing else', () => {
  const takes = (appendixSource: string): boolean => TrainKnobs.safeParse({ appendixSource }).success;
  expect(['both', 'failure_only', 'success_only', ''].map(takes)).toEqual([true, true, false, false]);
});
