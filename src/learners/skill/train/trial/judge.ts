import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { describeItem } from '#learners/skill/edits';
import type { Change, DraftPart } from '../state/train-state.ts';
import { gateDefaults } from '#ratchet/gate';
import { type TaskTypes, watchTypes } from '#ratchet/gate/trials';
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
  tellTypes(run, change, tried);
  return { tried, change };
}

/** Types that fell are told: a gate that tests refuses a candidate for them. Of what is accepted, also the types of too few tasks to see them fall. */
function tellTypes(run: Telling & Remembering & Trying, { version }: Change, { evidence, verdict }: Tried): void {
  const alpha = run.settings.gate.alpha ?? gateDefaults.alpha;
  const { fallen, unwatched } = watchTypes(evidence.outcomes, typesOf(run.validation.values()), alpha);
  const isAccepted = verdict === 'accept';
  if (isAccepted) run.book.typesSeen(fallen, unwatched);
  if (fallen.length > 0) run.emit('types-fell', asJson({ candidate: version.hash, verdict, types: fallen }));
  if (isAccepted && unwatched.length > 0)
    run.emit('types-unwatched', asJson({ candidate: version.hash, types: unwatched }));
}

/** The type of each task that has one. */
export function typesOf(tasks: Iterable<SkillTask>): TaskTypes {
  return new Map([...tasks].flatMap(({ id, type }) => (type === undefined ? [] : [[id, type] as const])));
}
