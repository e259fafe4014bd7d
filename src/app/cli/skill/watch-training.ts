import { mean, wilsonInterval } from '#foundation/statistics';
import { noneRight, type TrainRun, type TrainSettings } from '#learners/skill/train';
import type { Shell } from '../command.ts';

/** How often the line is made anew at most; rollouts may end thousands of times a second. */
const EVERY_MS = 100;

/** A live line: stage, verdicts so far, score with interval, what was spent, time left. After the first rollouts a note where none was right. */
export function watchTraining(
  settings: TrainSettings,
  shell: Shell,
  now: () => number = () => performance.now(),
): { readonly watch: (stage: string, run: TrainRun) => void; readonly end: () => void } {
  const display = shell.progress('train');
  const startedAt = now();
  let stage = 'start';
  let shownAt = -Infinity;
  let hasRolled = false;
  return {
    watch(entered, run) {
      if (entered !== '') stage = entered;
      if (entered === 'reflect' && !hasRolled) {
        hasRolled = true;
        const odd = noneRight(run.state);
        if (odd !== undefined) shell.note(odd);
      }
      if (now() - shownAt < EVERY_MS) return;
      shownAt = now();
      const steps = settings.epochs * Math.ceil(run.train.length / (settings.batchSize * settings.accumulation));
      const done = run.state.history.length;
      display.update(done, steps, `${stage}: ${lineOf(run, secondsLeft(done, steps, now() - startedAt, settings))}`);
    },
    end: display.end,
  };
}

/** At the pace of the steps so far; a limit of time ends the run earlier. Unknown before the first step is done, and after the last: trial and test have another pace. */
function secondsLeft(done: number, steps: number, passedMs: number, { limits }: TrainSettings): number | undefined {
  const atThisPace = done === 0 || done >= steps ? Infinity : (passedMs / done) * (steps - done);
  const left = Math.min(atThisPace, (limits.milliseconds ?? Infinity) - passedMs);
  return Number.isFinite(left) ? Math.max(0, Math.ceil(left / 1000)) : undefined;
}

function lineOf(run: TrainRun, left: number | undefined): string {
  const { accepted, refused, undecided } = run.state;
  const spent = run.budget.spent();
  return [
    `${accepted} accepted ${refused} rejected ${undecided} undecided`,
    ...scoreOf(run),
    ...(left === undefined ? [] : [`at most ${left} s left`]),
    `${spent.rollouts} rollouts`,
    `${short(spent.promptTokens + spent.completionTokens)} tokens`,
    ...(spent.dollars > 0 ? [`$${spent.dollars.toFixed(2)}`] : []),
  ].join(', ');
}

/**
 * The training score of the skill at work, a task counted once, with its 95 % interval; that of a proportion is the widest that scores
 * between 0 and 1 can have. Looking at training scores costs the gate nothing.
 */
function scoreOf({ state }: TrainRun): readonly string[] {
  const version = state.draft?.version ?? state.current;
  const entry = state.pool.get(version.hash) ?? state.pool.get(state.current.hash);
  const scores = [...(entry?.scores.values() ?? [])].flatMap((values) => {
    const scored = values.filter((value) => !Number.isNaN(value));
    return scored.length === 0 ? [] : [mean(scored)];
  });
  if (scores.length === 0) return [];
  const level = mean(scores);
  const { low, high } = wilsonInterval(Math.round(level * scores.length), scores.length, 0.95);
  return [`score ${level.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`];
}

function short(count: number): string {
  if (count < 10_000) return String(count);
  return count < 10_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}
