import type { SkillFiles } from '#contracts';
import { invariant } from '#kernel';
import type { Optimizer } from './optimizer.ts';

/** The notes in the skill's appendix region, in order. */
export function appendixNotesOf(_skill: SkillFiles): readonly string[] {
  invariant(false, 'appendixNotesOf is written');
}

/** The skill with these notes added to its appendix, without repeats. No notes at all makes the empty region. */
export function addAppendixNotes(
  _skill: SkillFiles,
  _notes: readonly string[],
): { readonly skill: SkillFiles; readonly added: number; readonly total: number } {
  invariant(false, 'addAppendixNotes is written');
}

/** The skill whose appendix holds just these notes. */
export function setAppendixNotes(_skill: SkillFiles, _notes: readonly string[]): SkillFiles {
  invariant(false, 'setAppendixNotes is written');
}

/** Fewer notes that say the same, or undefined where the optimizer gave nothing strictly shorter. */
export function consolidateNotes(
  _notes: readonly string[],
  _optimizer: Optimizer,
): Promise<readonly string[] | undefined> {
  invariant(false, 'consolidateNotes is written');
}
