import type { SkillFiles } from '#contracts';
import { type Proposal, skillHash, summariseEdits, update, type UpdateItem } from '#skill';
import { tooLong } from './skill-tokens.ts';
import { keepVersion } from './skill-version.ts';
import { asJson, type Candidate, type Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** Stage 5: makes the candidate from the selected items, or says why there is none. */
export async function updateSkill(
  run: TrainRun,
  step: Step,
  proposal: Proposal,
  mayRepair = true,
): Promise<Candidate | undefined> {
  run.enter('update');
  const { record } = step;
  const result = await update(
    {
      skill: step.parent.skill,
      proposal,
      mode: step.mode,
      history: step.history,
      guarded: run.guarded,
      mayRepair,
    },
    run.optimizer,
  );
  record.edit_apply_summary = asJson(summariseEdits(result.reports));
  record.edit_apply_report = result.reports.map(asJson);
  if (result.action !== 'candidate') {
    record.action = result.action;
    record.why = result.why;
    return undefined;
  }
  record.rewrite_change_summary = [...result.changes];
  return candidateOf(run, result.skill, result.items, step);
}

/** A candidate under its step's name; undefined where its text is the parent's, or too long. */
export function candidateOf(
  run: TrainRun,
  skill: SkillFiles,
  items: readonly UpdateItem[],
  step: Step,
): Candidate | undefined {
  const version = keepVersion(skill, `step_${String(step.plan.step).padStart(4, '0')}`, run.journal);
  if (version.hash === run.state.current.hash || version.hash === step.parent.hash) {
    step.record.why = 'the candidate is the same text as the incumbent';
    return undefined;
  }
  const long = tooLong(run, skill);
  if (long !== undefined) {
    step.record.why = long;
    return undefined;
  }
  step.record.candidate_hash = skillHash(skill);
  step.record.candidate_skill_len = lengthOf(skill);
  return { version, items };
}

export function lengthOf(skill: SkillFiles): number {
  return Object.values(skill).reduce((sum, text) => sum + text.length, 0);
}
