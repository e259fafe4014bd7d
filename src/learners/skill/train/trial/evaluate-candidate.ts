import type { AnalystReport } from '#learners/skill/optimizer';
import { baseOf, type Change } from '../state/train-state.ts';
import type { Updated } from '../propose/update-skill.ts';
import type { Step } from '../propose/step.ts';
import { keepVersion } from '../skill-version.ts';
import { type Noted, withNotes } from './notes.ts';
import type { Ending, SteeredRun } from './strategy.ts';

/** How a step ended. */
export interface Evaluated extends Ending {
  readonly why: string;
  readonly noted?: Noted;
}

/**
 * Stage 6: the strategy takes the candidate up, and sooner or later the gate tries it. Appendix notes ride with it and are measured with
 * it; without a candidate (both skips) the notes alone are the candidate, on top of what the next step would build on.
 */
export async function evaluateCandidate(
  run: SteeredRun,
  step: Step,
  updated: Updated,
  reports: readonly AnalystReport[],
): Promise<Evaluated> {
  const made = updated.candidate;
  const base = made?.version ?? baseOf(run.state);
  const noted = await withNotes(
    run,
    reports.flatMap(({ notes }) => notes),
    base.skill,
  );
  const change = noted === undefined ? made : (changeOf(run, step, noted, made) ?? made);
  const { why } = updated;
  const skip = updated.action === 'candidate' ? 'no-change' : updated.action;
  if (change === undefined) {
    run.book.skipped(step.maker);
    run.emit('step-skipped', { step: step.plan.step, action: skip, why });
    return { action: skip, why };
  }
  const ending = await run.strategy.take(run, change, step.parent);
  const isSkip = made === undefined && ending.tried !== undefined && ending.tried.verdict !== 'accept';
  return { ...ending, why, action: isSkip ? skip : ending.action, ...(noted === undefined ? {} : { noted }) };
}

function changeOf(run: SteeredRun, step: Step, { skill }: Noted, made: Change | undefined): Change | undefined {
  const number = step.plan.step;
  const origin = made?.version.origin ?? `appendix_step_${String(number).padStart(4, '0')}`;
  const version = keepVersion(skill, origin, run.journal);
  if (version.hash === baseOf(run.state).hash) return undefined;
  return {
    version,
    items: made?.items ?? [],
    maker: step.maker,
    what: made?.what ?? `notes of step ${number}`,
    notes: run.state.notes.map(({ text }) => text),
  };
}
