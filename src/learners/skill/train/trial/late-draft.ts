import { gainToDecide, gateDefaults } from '#ratchet/gate';
import { ideaText } from '#learners/skill/edits';
import { ceilingOf } from '#ratchet/rollout';
import { baseOf, type Change, type Draft } from '../state/train-state.ts';
import { practise, trainingScores } from '../propose/practise.ts';
import { asJson } from '../propose/step.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Practising, Proposing, Remembering, Telling, Trying } from '../train-run.ts';
import { judge, judgeOrTakeApart } from './judge.ts';
import { pruneDraft } from './prune-draft.ts';
import { reviewLines } from './review-lines.ts';
import { stepEffect } from './step-effect.ts';
import type { Ending, Strategy } from './strategy.ts';
import type { Tried } from '../state/tried.ts';
import { tellTrial, tryVersion } from './trial.ts';

/**
 * The changes of many steps are tried together. Trials come late because the gains of all steps add up: validation tasks are the sample,
 * and a rule that touches one task in thirty can never be told from luck on forty of them, but its bundle can. What a trial
 * cannot decide, training tasks must: they choose what is in the bundle, and the gate decides about the whole.
 */
export const lateDraft: Strategy = {
  name: 'late draft',
  expectedTrials: 1,
  parent: ({ state }) => baseOf(state),
  prepare: doubtLines,
  /** A step that made the draft clearly worse on training tasks is taken back; a draft that has taken all its steps is tried. */
  async review(run, step) {
    takeBackHarm(run);
    const { draft } = run.state;
    const isFull = draft !== undefined && draft.parts.length >= run.settings.search.draftSteps;
    const tried = isFull ? await tryDraft(run, draft) : await tryEarly(run, CLEARLY_BETTER);
    // What the rollouts of a draft showed is not true of the skill that takes its place.
    return { isWanted: baseOf(run.state).hash === step.parent.hash, ...(tried === undefined ? {} : { tried }) };
  },
  take(run, change) {
    run.book.drafted(change);
    return Promise.resolve({ action: 'draft', change });
  },
  async endEpoch(run) {
    await tryEarly(run, LIKELY_BETTER);
  },
  /** The last step is measured on training tasks where there is room for it, then the draft is tried. */
  async finish(run, tasks) {
    const { draft } = run.state;
    if (draft === undefined) return;
    const room = run.budget.room(ceilingOf(run.world)) - 2 * run.validation.size;
    if (trainingScores(run.state, draft.version).length === 0 && room >= tasks.length) {
      await practise(run, draft.version, tasks);
      takeBackHarm(run);
    }
    await doubtLines(run);
    if (run.state.draft === undefined) return;
    const { tried } = await tryDraft(run, run.state.draft);
    if (tried?.verdict === 'accept') await shedLines(run);
  },
};

/** A line of a draft must help; what the gate has accepted goes only where its own tasks do clearly better without it. */
const NO_HELP = 0;
const CLEAR_HARM = 0.25;

/** Lines that rollouts speak against are tried again: those that do not earn their place go, of the incumbent as a change like any other. */
async function doubtLines(run: Telling & Remembering & Practising & Trying): Promise<void> {
  const { draft, current, initial, history } = run.state;
  const version = draft?.version ?? current;
  if (version.hash === initial.hash) return;
  const reviewed = await reviewLines(run, version, draft === undefined ? CLEAR_HARM : NO_HELP);
  if (reviewed.hash === version.hash) return;
  if (draft !== undefined) {
    run.book.draftReviewed(reviewed, current);
    return;
  }
  const maker = { step: history.length, epoch: 0, proposer: 'simplify' } as const;
  run.book.drafted({ version: reviewed, items: [], maker, what: 'lines left out that did harm' });
}

/** Training scores must differ by so many standard errors before a step is taken back. */
const CLEARLY_WORSE = 2;
/** Rollouts that a step which was taken back counts against its one change, and against each of several. */
const HARM = 4;
const DOUBT = 2;

/**
 * Measures the last part of the draft, and takes it back where it made the draft clearly worse. A change that was alone in it is remembered
 * as harm; of several each is remembered as doubtful, so that it comes back only where it is measured alone.
 */
function takeBackHarm(run: Telling & Remembering & Practising): void {
  const { state, book } = run;
  const part = state.draft?.parts.at(-1);
  if (part === undefined) return;
  const before = state.draft?.parts.at(-2)?.version ?? state.current;
  const found = stepEffect(run, part.version, before);
  if (found === undefined) return;
  const { effect, spread } = found;
  if (effect >= -CLEARLY_WORSE * spread) {
    book.partMeasured(effect);
    return;
  }
  const { step } = part.maker;
  const bad = part.items.length === 1 ? HARM : DOUBT;
  for (const item of part.items) book.ideaMeasured(ideaText(item), { good: 0, bad });
  book.tookBack();
  book.notesSettled(part.notes ?? [], false);
  run.emit('draft-taken-back', { step, candidate: part.version.hash, changes: part.items.length, effect });
}

/** Standard errors by which the draft must lead on training tasks before it is tried within an epoch, and at its end. */
const CLEARLY_BETTER = 3;
const LIKELY_BETTER = 2;
/** The part of what is left of the error budget, and of the room, that an early trial may take. */
const EARLY_LEVEL = 0.05;
const EARLY_ROOM = 0.15;
/** The gain that an early acceptance may put out of reach. */
const EARLY_LOSS = 0.05;

/**
 * Tries a draft before it is done, where training tasks show a clear gain, the trial costs little of what is left, and what is still to be
 * gained could be decided afterwards: what is accepted is in force at once. What is not goes on as a draft, and is tried again only after
 * it has grown.
 */
async function tryEarly(
  run: Telling & Remembering & Practising & Trying,
  clearly: number,
): Promise<Ending | undefined> {
  const { draft, current, triedParts } = run.state;
  if (draft === undefined || draft.parts.length <= triedParts || !run.gate.isTested) return undefined;
  const found = stepEffect(run, draft.version, current);
  const cost = 4 * run.validation.size;
  const isAffordable = cost <= EARLY_ROOM * run.budget.room(ceilingOf(run.world));
  if (found === undefined || found.effect < clearly * found.spread || !isAffordable) return undefined;
  if (outOfReach(run, draft.version) > EARLY_LOSS) return undefined;
  const pruned = await withoutRiders(run, draft);
  const change = changeOf(pruned);
  const { tried } = await judge(run, change, pruned.parts, { part: EARLY_LEVEL });
  run.book.draftTriedEarly();
  if (tried.verdict === 'accept') {
    run.book.trialEnded(change, pruned.parts, tried);
    run.book.draftEnded();
  }
  emitTried(run, pruned, tried, change);
  return { action: tried.action, tried, change };
}

/**
 * What is lost for good where a draft takes its place before the rest of what can be learnt: later changes are tried against it, by
 * themselves, and few validation tasks cannot tell a small gain from luck, though the whole is as clear as day.
 *
 *     min(expected failures of the draft, least gain that a later trial decides)        failures: (misses + 1) / (rollouts + 2)
 *
 * @source Laplace's rule of succession, on the draft's own training rollouts
 */
function outOfReach({ state, validation, settings }: Telling & Remembering & Trying, version: SkillVersion): number {
  const scores = trainingScores(state, version);
  const misses = scores.reduce((sum, { score }) => sum + 1 - score, 0);
  const failing = (misses + 1) / (scores.length + 2);
  return Math.min(failing, gainToDecide(validation.size, settings.gate.alpha ?? gateDefaults.alpha, 1 - failing));
}

/** The draft without the lines that lost nothing where they were left out. */
async function withoutRiders(run: Telling & Remembering & Practising & Trying, draft: Draft): Promise<Draft> {
  const pruned = await pruneDraft(
    run,
    draft.version,
    draft.parts.flatMap((part) => part.items),
  );
  if (pruned.hash !== draft.version.hash) run.book.draftReviewed(pruned, run.state.current);
  return run.state.draft ?? draft;
}

/** All changes of a draft as one. */
function changeOf({ version, parts }: Draft): Change {
  const items = parts.flatMap((part) => part.items);
  const notes = parts.flatMap((part) => part.notes ?? []);
  const steps = parts.map((part) => part.maker.step);
  const what =
    parts.length === 1
      ? parts[0]!.what
      : `${items.length === 1 ? '1 change' : `${items.length} changes`} of steps ${steps.join(', ')}`;
  return { version, items, maker: parts.at(-1)!.maker, what, notes };
}

function emitTried(run: Telling, { parts }: Draft, tried: Tried, change: Change): void {
  const steps = parts.map((part) => part.maker.step);
  const { action, hard, soft, candidateScore } = tried;
  run.emit('draft-tried', asJson({ steps, action, hard, soft, score: candidateScore, candidate: change.version.hash }));
}

/** Tries the draft. An accepted one is the new incumbent; a refused one is given up. The verdict is that of the steps behind it. */
async function tryDraft(run: Telling & Remembering & Practising & Proposing & Trying, whole: Draft): Promise<Ending> {
  const draft = await withoutRiders(run, whole);
  const { tried, change } = await judgeOrTakeApart(run, changeOf(draft), draft.parts, run.state.current.skill);
  run.book.draftEnded();
  emitTried(run, draft, tried, change);
  return { action: tried.action, tried, change };
}

/** After the last acceptance, with the rest of the budget: without the lines that do harm the skill must be no worse, by a trial of its own. */
async function shedLines(run: Telling & Remembering & Practising & Trying): Promise<void> {
  const room = (): number => run.budget.room(ceilingOf(run.world));
  if (!run.gate.isTested || room() < 4 * run.validation.size) return;
  await doubtLines(run);
  const { draft } = run.state;
  if (draft === undefined) return;
  if (room() >= 2 * run.validation.size) {
    const claim = `without lines that did harm the expected score on ${run.world.name} is lower by less than ${SHED_MARGIN}`;
    const tried = await tryVersion(run, draft.version, claim, { margin: SHED_MARGIN });
    const change = changeOf(draft);
    await tellTrial(run, change.what, draft.version, tried);
    run.book.tried(change, draft.parts, tried);
  }
  run.book.draftEnded();
}

/** The expected score may fall by less than this for leaving out lines that training tasks do better without. */
const SHED_MARGIN = 0.1;
