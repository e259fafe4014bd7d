import type { Remembering, Trying } from '../train-run.ts';
import { noneRight } from './none-right.ts';

/** Says why no candidate was accepted, the most likely reason first. */
export function whyNothing(run: Remembering & Trying, stopped: string | null): string[] {
  const { state, validation } = run;
  const steps = state.history;
  const why: string[] = [];
  const failures = steps.reduce((sum, { rollouts, hard }) => sum + rollouts * (1 - hard), 0);
  if (steps.length > 0 && failures < 0.5) why.push('No training task failed, so there was nothing to learn from.');
  const wrong = noneRight(state);
  if (wrong !== undefined) why.push(wrong);
  const skipped = steps.filter(({ action }) => action.startsWith('no-'));
  if (skipped.length > 0) {
    const said = new Set(skipped.map((record) => record.why).filter((text) => text !== ''));
    why.push(
      `${skipped.length} of ${steps.length} steps made no candidate: ${[...said].slice(0, 3).join('; ') || 'the analysts proposed nothing'}.`,
    );
  }
  if (state.undecided > 0) {
    why.push(
      `${counted(state.undecided, 'candidate')} could not be decided on ${counted(validation.size, 'validation task')}.`,
    );
  }
  if (state.refused > 0) why.push(`${counted(state.refused, 'candidate')} showed no gain over the skill you have.`);
  const { rollouts, unscored } = run.rollouts.counts();
  if (unscored > 0) why.push(`${unscored} of ${rollouts} rollouts ended in an outage and were not scored.`);
  if (stopped !== null) why.push(`The run was stopped early: ${stopped}.`);
  return why;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
