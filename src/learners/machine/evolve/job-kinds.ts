import type { AnyJobKind } from '#foundation/contracts/ports';
import { compareKind } from './compare-skills.ts';
import { lessonKind } from './lesson.ts';
import { proposeKind, verifyKind } from './patch-jobs.ts';
import { proveKind } from './prove-skill.ts';

/** Every kind of job that a loop asks for; a worker is started with some of them. */
export const jobKinds: readonly AnyJobKind[] = [lessonKind, compareKind, proveKind, proposeKind, verifyKind];
