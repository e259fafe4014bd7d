import type { SkillFiles } from '#foundation/contracts/skills';
import { createLeakScan } from '#learners/skill/checks';
import { addAppendixNotes, appendixNotesOf, consolidateNotes, setAppendixNotes } from '#learners/skill/document';
import { tooLong } from '../skill-tokens.ts';
import type { Proposing, Remembering, Telling } from '../train-run.ts';

/** How often notes may ride with a candidate that is refused before they are given up. */
const CHANCES = 2;

/** A skill with the notes that wait for a measurement. */
export interface Noted {
  readonly skill: SkillFiles;
  readonly added: number;
  readonly consolidated: number;
}

/** The skill with all waiting notes and these, or undefined where there are none to add. Notes above the threshold are consolidated first. */
export async function withNotes(
  run: Telling & Remembering & Proposing,
  notes: readonly string[],
  skill: SkillFiles,
): Promise<Noted | undefined> {
  const { settings, book } = run;
  if (!settings.skillAware) return undefined;
  const findLeaks = createLeakScan(run.guarded);
  book.noted(
    notes.filter((text) => findLeaks(text).length === 0),
    CHANCES,
  );
  const waiting = run.state.notes.map(({ text }) => text);
  const { skill: extended, added, total } = addAppendixNotes(skill, waiting);
  if (added === 0 || tooLong(run, extended) !== undefined) return undefined;
  if (settings.consolidateAbove === 0 || total <= settings.consolidateAbove) {
    return { skill: extended, added, consolidated: 0 };
  }
  const fewer = await consolidateNotes(appendixNotesOf(extended), run.optimizer);
  return fewer === undefined
    ? { skill: extended, added, consolidated: 0 }
    : { skill: setAppendixNotes(extended, fewer), added, consolidated: total - fewer.length };
}
