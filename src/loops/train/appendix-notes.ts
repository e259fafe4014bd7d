import type { SkillFiles } from '#contracts';
import { addAppendixNotes, appendixNotesOf, consolidateNotes, createLeakScan, setAppendixNotes } from '#skill';
import { tooLong } from './skill-tokens.ts';
import type { Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** How often notes may ride with a candidate that is refused before they are given up. */
const CHANCES = 2;

/**
 * The skill with the notes that wait for a measurement, or undefined where there are none to add. Notes above the threshold
 * are consolidated first.
 */
export async function notesToFlush(run: TrainRun, step: Step, skill: SkillFiles): Promise<SkillFiles | undefined> {
  const { settings, state } = run;
  if (!settings.skillAware) return undefined;
  const findLeaks = createLeakScan(run.guarded);
  const clean = step.notes.filter((text) => findLeaks(text).length === 0);
  state.notes.push(...clean.map((text) => ({ text, chances: CHANCES })));
  const {
    skill: extended,
    added,
    total,
  } = addAppendixNotes(
    skill,
    state.notes.map(({ text }) => text),
  );
  if (added === 0 || tooLong(run, extended) !== undefined) return undefined;
  step.record.n_appendix_notes_added = added;
  if (settings.consolidateAbove === 0 || total <= settings.consolidateAbove) return extended;
  const fewer = await consolidateNotes(appendixNotesOf(extended), run.optimizer);
  if (fewer === undefined) return extended;
  step.record.n_appendix_notes_consolidated = total - fewer.length;
  return setAppendixNotes(extended, fewer);
}

/** Notes of an accepted candidate have stayed; those of a refused one get another chance, then none. */
export function settleNotes(run: TrainRun, step: Step, isAccepted: boolean): void {
  const waiting = run.state.notes.map(({ text, chances }) => ({ text, chances: chances - 1 }));
  run.state.notes = isAccepted ? [] : waiting.filter(({ chances }) => chances > 0);
  if (!isAccepted) step.record.n_appendix_notes_added = 0;
}
