import type { AnyJobKind } from '#contracts/ports';
import { compareKind } from './evolve/compare-skills.ts';
import { lessonKind } from './evolve/lesson.ts';
import { proposeKind, verifyKind } from './evolve/patch-jobs.ts';
import { proveKind } from './evolve/prove-skill.ts';

/** Every kind of job that a loop asks for; a worker is started with some of them. */
export const jobKinds: readonly AnyJobKind[] = [lessonKind, compareKind, proveKind, proposeKind, verifyKind];
