import { type ComparisonPair, writeMetaSkill } from '#skill';
import type { SkillVersion } from './skill-version.ts';
import type { TrainRun } from './train-run.ts';

/** Gains of steps with and without the advice in force: it stays only while it earns its place. */
export interface AdviceRecord {
  readonly text: string;
  with: { steps: number; gain: number };
  without: { steps: number; gain: number };
}

/** End of an epoch: advice to the optimizer. An epoch without content leaves the advice in force alone. */
export async function adviseOptimizer(
  run: TrainRun,
  previous: SkillVersion,
  pairs: readonly ComparisonPair[],
  epoch: number,
): Promise<void> {
  run.enter('meta skill');
  const { state } = run;
  const comparison = { previousSkill: previous.skill, currentSkill: state.current.skill, pairs };
  const written = await writeMetaSkill(comparison, state.advice?.text ?? '', run.optimizer);
  run.emit('advice-written', {
    epoch,
    action: written.content === '' ? 'no_content' : 'write_meta_skill',
    content: written.content,
  });
  if (written.content === '') return;
  state.advice = { text: written.content, with: { steps: 0, gain: 0 }, without: { steps: 0, gain: 0 } };
}

/** Whether the next step uses the advice: in turn at first, then as long as steps with it gain no less than steps without. */
export function usesAdvice(advice: AdviceRecord | undefined): boolean {
  if (advice === undefined) return false;
  const { with: on, without: off } = advice;
  if (on.steps <= off.steps && on.steps < 2) return true;
  if (off.steps < 2) return on.steps <= off.steps;
  return on.gain / on.steps >= off.gain / off.steps;
}

export function bookAdvice(advice: AdviceRecord | undefined, wasUsed: boolean, gain: number): void {
  if (advice === undefined) return;
  const arm = wasUsed ? advice.with : advice.without;
  arm.steps += 1;
  arm.gain += Math.max(0, gain);
}
