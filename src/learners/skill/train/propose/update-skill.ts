import type { SkillFiles } from '#foundation/contracts/skills';
import { type EditReport, update, type UpdateItem } from '#learners/skill/edits';
import type { Change } from '../state/train-state.ts';
import { tooLong } from '../skill-tokens.ts';
import { keepVersion } from '../skill-version.ts';
import type { Proposing, Remembering, Telling } from '../train-run.ts';
import type { Selected } from './select-items.ts';
import type { Step } from './step.ts';

/** What the update stage made: a candidate, or why there is none. */
export interface Updated {
  readonly candidate?: Change;
  readonly action: 'candidate' | 'no-change' | 'no-rewrite';
  readonly why: string;
  readonly reports: readonly EditReport[];
  /** What a rewrite says it changed. */
  readonly changes: readonly string[];
}

/** Stage 5: makes the candidate from the selected items, or says why there is none. */
export async function updateSkill(
  run: Telling & Remembering & Proposing,
  step: Step,
  { proposal }: Selected,
): Promise<Updated> {
  run.enter('update');
  const isWritten = step.proposer === 'edits' || step.proposer === 'rewrite';
  const result = await update(
    {
      skill: step.parent.skill,
      proposal,
      mode: step.mode,
      history: step.history,
      guarded: run.guarded,
      mayRepair: isWritten,
    },
    run.optimizer,
  );
  if (result.action !== 'candidate') {
    return { action: result.action, why: result.why, reports: result.reports, changes: [] };
  }
  const made = candidateOf(run, result.skill, result.items, step);
  const { reports, changes } = result;
  return 'why' in made
    ? { action: 'no-change', why: made.why, reports, changes }
    : { action: 'candidate', candidate: made, why: '', reports, changes };
}

/** A candidate under its step's name, or why it is none: its text is the parent's, or too long. */
export function candidateOf(
  run: Telling & Remembering,
  skill: SkillFiles,
  items: readonly UpdateItem[],
  { parent, maker }: Pick<Step, 'parent' | 'maker'>,
): Change | { readonly why: string } {
  const version = keepVersion(skill, `step_${String(maker.step).padStart(4, '0')}`, run.journal);
  if (version.hash === run.state.current.hash || version.hash === parent.hash) {
    return { why: 'the candidate is the same text as the incumbent' };
  }
  const long = tooLong(run, skill);
  if (long !== undefined) return { why: long };
  return { version, items, maker, what: whatOf(items.length, maker.step) };
}

function whatOf(changes: number, step: number): string {
  return `${changes === 1 ? '1 change' : `${changes} changes`} of step ${step}`;
}

export function lengthOf(skill: SkillFiles): number {
  return Object.values(skill).reduce((sum, text) => sum + text.length, 0);
}
