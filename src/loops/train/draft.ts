import { mean } from '#statistics';
import { rememberRejected } from '#skill';
import { ceilingOf } from '../rollout/try-round.ts';
import { bookTrial, judgeOrTakeApart } from './judge-bundle.ts';
import { practise } from './rollout-stage.ts';
import type { SkillVersion } from './skill-version.ts';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** Adds a candidate to the draft: its changes will be tried together with those before it. */
export function extendDraft(run: TrainRun, { version, items }: Candidate): void {
  const { state } = run;
  const { draft } = state;
  state.draft = {
    version,
    items: [...(draft?.items ?? []), ...items],
    steps: (draft?.steps ?? 0) + 1,
    before: draft,
  };
  state.fruitless = 0;
}

/** Training scores must differ by so many standard errors before a step is taken back. */
const CLEARLY_WORSE = 2;

/**
 * Looks at the draft after its training rollouts. A step that made it clearly worse on training tasks is taken back; a draft that has
 * taken all its steps is tried, and so is the last one of a run.
 *
 * Trials come late because the gains of all steps add up: validation tasks are the sample, and a rule that touches one task in
 * thirty can never be told from luck on forty of them, but its bundle can. What a trial cannot decide, training tasks must:
 * they choose what is in the bundle, and the gate decides about the whole.
 */
export async function reviewDraft(run: TrainRun, step: Step): Promise<void> {
  if (takesBack(run, step)) return;
  const { draft } = run.state;
  if (draft !== undefined && draft.steps >= run.settings.search.draftSteps) await tryDraft(run, step);
}

/** The end of a run: the last step is measured on training tasks where there is room for it, then the draft is tried. */
export async function finishDraft(run: TrainRun, step: Step): Promise<void> {
  const { draft } = run.state;
  if (draft === undefined) return;
  const batch = step.plan.batches[0] ?? [];
  const room = run.budget.room(ceilingOf(run.world)) - 2 * run.validation.size;
  if (trainingScores(run, draft.version).length === 0 && room >= batch.length) {
    await practise(run, draft.version, batch);
    takesBack(run, step);
  }
  await tryDraft(run, step);
}

/** Takes the last step back where it made the draft clearly worse; a change that was alone in it is remembered as harm. */
function takesBack(run: TrainRun, step: Step): boolean {
  const { state } = run;
  const { draft } = state;
  if (draft === undefined) return false;
  const { effect, spread } = stepEffect(run, draft.version, draft.before?.version ?? state.current);
  if (effect >= -CLEARLY_WORSE * spread) return false;
  const last = draft.items.slice(draft.before?.items.length ?? 0);
  if (last.length === 1) {
    state.rejected = rememberRejected(state.rejected, last, { step: step.plan.step, verdict: 'reject', effect });
  }
  state.draft = draft.before;
  run.emit('draft-taken-back', { step: step.plan.step, candidate: draft.version.hash, changes: last.length, effect });
  return true;
}

/** Tries the draft. An accepted one is the new incumbent; a refused one is given up. */
async function tryDraft(run: TrainRun, step: Step): Promise<void> {
  const { state } = run;
  const { draft } = state;
  if (draft === undefined) return;
  const tried = await judgeOrTakeApart(run, step, draft, state.current.skill);
  state.draft = undefined;
  bookTrial(run, step, tried);
  step.record.action = tried.action;
}

/** s₁ − s₀ over all training rollouts of both, with the standard error √(s̄ (1 − s̄) (1/n₁ + 1/n₀)) it has where nothing changed. */
function stepEffect(run: TrainRun, version: SkillVersion, before: SkillVersion): { effect: number; spread: number } {
  const [after, earlier] = [trainingScores(run, version), trainingScores(run, before)];
  if (after.length === 0 || earlier.length === 0) return { effect: 0, spread: 0 };
  const all = mean([...after, ...earlier]);
  const spread = Math.sqrt(all * (1 - all) * (1 / after.length + 1 / earlier.length));
  return { effect: mean(after) - mean(earlier), spread };
}

function trainingScores(run: TrainRun, version: SkillVersion): readonly number[] {
  const scores = run.state.pool.get(version.hash)?.scores ?? new Map<string, number[]>();
  return [...scores.values()].flat().filter((score) => !Number.isNaN(score));
}
