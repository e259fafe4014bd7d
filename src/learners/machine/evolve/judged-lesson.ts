import type { SignTrial } from '#ratchet/gate/trials';
import type { Tried } from '#ratchet/trial';
import type { ChosenLesson } from './choose-lessons.ts';
import type { Compared, CompareInputs } from './compare-skills.ts';
import type { LessonResult } from './lesson.ts';

/** How a proposal did beside what is in force at its level. */
export interface Trial {
  readonly proposal: LessonResult['candidates'][number];
  readonly asked: CompareInputs;
  readonly compared: Compared;
}

/** A lesson, and what became of all that it proposed. */
export interface GivenLesson {
  readonly lesson: ChosenLesson;
  readonly result: LessonResult;
  readonly trials: readonly Trial[];
  /** All that was played for it, comparisons that showed no difference among it. */
  readonly episodes: number;
}

/** What the gate says of a trial. */
export type Judged = Tried & SignTrial['signs'];

export type JudgedTrial = Trial & {
  readonly judged: Judged;
  /** The score in force before it. */ readonly before: number;
};

/** A lesson whose trials are judged: all that is booked of it. */
export interface JudgedLesson extends Omit<GivenLesson, 'trials'> {
  readonly trials: readonly JudgedTrial[];
}
