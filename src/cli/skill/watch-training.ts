import type { TrainRun, TrainSettings } from '#loops';
import type { Shell } from '../command.ts';

/** A live line: stage, verdicts so far, score with interval, what was spent, time left. */
export function watchTraining(
  settings: TrainSettings,
  shell: Shell,
): { readonly watch: (stage: string, run: TrainRun) => void; readonly end: () => void } {
  const display = shell.progress('train');
  const startedAt = performance.now();
  let stage = 'start';
  return {
    watch(entered, run) {
      if (entered !== '') stage = entered;
      const { state } = run;
      const steps = settings.epochs * Math.ceil(run.train.length / (settings.batchSize * settings.accumulation));
      const done = state.history.length;
      const spent = run.budget.spent();
      const tokens = spent.promptTokens + spent.completionTokens;
      const left =
        done === 0 ? '' : `, ${Math.ceil((((performance.now() - startedAt) / done) * (steps - done)) / 1000)} s left`;
      const score = state.currentScore === null ? '' : `, score ${state.currentScore.toFixed(3)}`;
      const money = spent.dollars > 0 ? `, $${spent.dollars.toFixed(2)}` : '';
      const verdicts = `${state.accepted} accepted ${state.refused} rejected ${state.undecided} undecided`;
      display.update(
        done,
        steps,
        `${stage}: ${verdicts}${score}, ${spent.rollouts} rollouts, ${tokens} tokens${money}${left}`,
      );
    },
    end: display.end,
  };
}
