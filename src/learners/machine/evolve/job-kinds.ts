import type { AnyJobKind } from '#foundation/contracts/ports';
import type { FindTemplate } from '#tasks/registry';
import { compareKind } from './compare-skills.ts';
import { lessonKind } from './lesson.ts';
import { proposeKind, verifyKind } from './patch-jobs.ts';
import { proveKind } from './prove-skill.ts';

/** Every kind of job that a loop asks for; they know the templates that `find` knows. */
export function jobKinds(find: FindTemplate): readonly AnyJobKind[] {
  return [lessonKind(find), compareKind(find), proveKind(find), proposeKind(find), verifyKind(find)];
}
