import type { SkillFiles } from '#foundation/contracts/skills';
import { describeItem } from '#learners/skill/edits';
import type { Change, DraftPart } from '../state/train-state.ts';
import { fallsByType } from '#ratchet/gate/trials';
import { asJson } from '../propose/step.ts';
import type { Practising, Proposing, Remembering, Telling, Trying } from '../train-run.ts';
import { takeApart } from './take-apart.ts';
import type { Tried } from '../state/tried.ts';
import { tellTrial, tryVersion } from './trial.ts';

/** A trial, and what exactly was tried. */
export interface Judged {
  readonly tried: Tried;
  readonly change: Change;
}

/** Tries a bundle; one that is refused is taken apart, and what helped is tried again as a smaller bundle. */
// oxlint-disable-next-line max-params -- a bundle is judged on top of exactly this
export async function judgeOrTakeApart(
  run: Telling & Remembering & Practising & Proposing & Trying,
  change: Change,
  parts: readonly DraftPart[],
  base: SkillFiles,
): Promise<Judged> {
  let judged = await judge(run, change, parts, {});
  if (judged.tried.verdict !== 'accept' && run.settings.search.creditTasks > 0 && change.items.length > 1) {
    const smaller = await takeApart(run, change, base);
    if (smaller !== undefined) judged = await judge(run, smaller, parts, {});
  }
  run.book.trialEnded(change, parts, judged.tried);
  return judged;
}

/** One trial with everything that is booked of it. */
// oxlint-disable-next-line max-params -- what is tried, what it is made of, and on which terms
export async function judge(
  run: Telling & Remembering & Practising & Trying,
  change: Change,
  parts: readonly DraftPart[],
  terms: { readonly part?: number },
): Promise<Judged> {
  const { version, items, what } = change;
  const claim = `with ${what} the expected score on ${run.world.name} is higher`;
  const tried = await tryVersion(run, version, claim, terms);
  await tellTrial(run, items.map(describeItem).join(' · ') || what, version, tried);
  const isAccepted = tried.verdict === 'accept';
  run.book.tried(change, parts, tried);
  run.book.notesSettled(change.notes ?? [], isAccepted);
  if (isAccepted) tellFalls(run, change, tried);
  return { tried, change };
}

/** What is accepted for the whole may be worse for some tasks: that is said, by type. */
function tellFalls(run: Telling & Remembering & Trying, { version }: Change, { evidence }: Tried): void {
  const falls = fallsByType(evidence.outcomes, (task) => run.validation.get(task)?.type);
  run.book.typesFell(falls);
  if (falls.length > 0) run.emit('types-fell', asJson({ candidate: version.hash, types: falls }));
}
