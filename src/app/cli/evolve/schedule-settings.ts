import { z } from 'zod';
import { lessonKnobs, turnLessonKnobs } from '#learners/machine';
import { scheduleKnobs, turnKnobs } from '#schedule';
import { asKnobs, knobsAmong, knobSettings } from '../knob-settings.ts';
import { readSet } from '../set-flag.ts';

/** The knobs of the schedulers as a table of settings. */
export const ScheduleSettings = knobSettings(scheduleKnobs);

/** The knobs of a run of evolve: those of the schedulers, then those of the lessons' searches. */
export const EvolveSettings = z.strictObject({ ...ScheduleSettings.shape, ...knobSettings(lessonKnobs).shape });

/** The schedule knobs that were typed as `name=value`: each in its range, and bands the right way round. */
export function readKnobs(typed: readonly string[]): Record<string, number> {
  const knobs = knobsAmong(readSet(typed, ScheduleSettings), scheduleKnobs) ?? {};
  asKnobs(() => turnKnobs(knobs));
  return knobs;
}

/** What was typed for a run of evolve, by whom it is for. */
export function readEvolveKnobs(typed: readonly string[]): {
  readonly knobs?: Record<string, number>;
  readonly search?: Record<string, number>;
} {
  const set = readSet(typed, EvolveSettings);
  const [knobs, search] = [knobsAmong(set, scheduleKnobs), knobsAmong(set, lessonKnobs)];
  asKnobs(() => [turnKnobs(knobs), turnLessonKnobs(search)]);
  return { ...(knobs && { knobs }), ...(search && { search }) };
}
