import { counted } from '../counted.ts';
import type { RunComparison } from './compare-runs.ts';

const MOST_TASKS = 30;

/** Two runs side by side for people; what is the same is left out. */
export function comparisonLines(
  ids: { readonly a: string; readonly b: string },
  told: RunComparison,
): readonly string[] {
  const { sentences, score, difference, tasks, cost, settings, learnt } = told;
  const said = [
    ...(sentences.a === null ? [] : [`A  ${ids.a}: ${sentences.a}`]),
    ...(sentences.b === null ? [] : [`B  ${ids.b}: ${sentences.b}`]),
  ];
  const costs = [costText(cost.a), costText(cost.b)];
  return [
    ...said,
    ...(score.a === score.b ? [] : [`score: ${scoreText(score.a)} → ${scoreText(score.b)}`]),
    ...(difference === null ? [] : [differenceText(difference)]),
    ...section('tasks that changed', taskLines(tasks)),
    ...(costs[0] === costs[1] ? [] : [`cost: ${costs.join(' → ')}`]),
    ...section(
      'settings that differ',
      settings.map(({ name, a, b }) => `${name}: ${a ?? '(not set)'} → ${b ?? '(not set)'}`),
    ),
    ...learnt.flatMap(({ file, lines }) => section(`${file}: - stands in A, + in B`, lines)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function differenceText({ tasks, mean, low, high, better, worse }: NonNullable<RunComparison['difference']>): string {
  return `B on ${counted(tasks, 'task')} that both name: ${points(mean)} points, exact 95 % interval ${points(low)} to ${points(high)}; better on ${better}, worse on ${worse}`;
}

function taskLines(tasks: RunComparison['tasks']): string[] {
  const shown = tasks.slice(0, MOST_TASKS).map(({ id, a, b }) => `${id}: ${scoreText(a)} → ${scoreText(b)}`);
  return tasks.length > MOST_TASKS ? [...shown, `… ${tasks.length - MOST_TASKS} more, in --json`] : shown;
}

function costText({ rollouts, calls, promptTokens, completionTokens, dollars }: RunComparison['cost']['a']): string {
  const tokens = promptTokens + completionTokens;
  const parts = [
    ...(rollouts > 0 ? [counted(rollouts, 'rollout')] : []),
    ...(calls > 0 ? [counted(calls, 'call')] : []),
    ...(tokens > 0 ? [counted(tokens, 'token')] : []),
    ...(dollars > 0 ? [`$${dollars.toFixed(dollars < 1 ? 4 : 2)}`] : []),
  ];
  return parts.length === 0 ? 'nothing counted' : parts.join(', ');
}

function scoreText(score: number | null): string {
  return score === null ? 'none' : String(Number(score.toPrecision(4)));
}

function points(share: number): string {
  return `${share >= 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(1)}`;
}
