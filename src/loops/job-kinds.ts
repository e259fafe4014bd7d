import type { AnyJobKind } from '#contracts';
import { compareKind } from './evolve/compare-skills.ts';
import { lessonKind } from './evolve/lesson.ts';

/** Every kind of job that a loop asks for; a worker is started with some of them. */
export const jobKinds: readonly AnyJobKind[] = [lessonKind, compareKind];
