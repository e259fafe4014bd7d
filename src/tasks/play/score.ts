import type { Sample } from './sample.ts';
import { curvesOf, type Curves } from './curves.ts';
import { type Game, start } from './start.ts';
import type { Score } from './task-score.ts';

/** What a player tells of its own effort. */
export interface Effort {
  readonly cycles?: number | undefined;
  readonly structuralChanges?: number | undefined;
}

/**
 * Scores replies to a task: one text, or one per step. A single text for a task of many steps is a plan, one reply per line.
 * Replies that are missing count as illegal, so that stopping early never pays.
 */
export function score(drawn: Sample | string, replies: string | readonly string[], effort: Effort = {}): Score {
  const game = start(drawn);
  for (const reply of repliesOf(game, replies)) {
    if (game.done) break;
    game.reply(reply);
  }
  while (!game.done) game.step(undefined);
  return withEffort(scoreGame(game), effort);
}

function repliesOf(game: Game, replies: string | readonly string[]): readonly string[] {
  if (typeof replies !== 'string') return replies;
  return game.drawn.template.shape === 'answer' ? [replies] : replies.split('\n').filter((line) => line.trim() !== '');
}

/** Scores a finished game by the template's verifier. */
export function scoreGame(game: Game): Score {
  const { template, level, instance, seedPath } = game.drawn;
  const { trace } = game;
  const verdict = template.verify(instance, trace.actions);
  const optimum = template.optimum(instance);
  const random = template.randomReturn(instance);
  const stake = optimum.reward - random;
  const metrics: Record<string, number> = {};
  for (const [name, value] of Object.entries(template.measure(instance, trace))) {
    if (value !== undefined) metrics[name] = value;
  }
  const work = workOf(game);
  return {
    id: seedPath,
    template: template.name,
    level,
    ok: verdict.ok,
    ...(verdict.ok ? {} : { why: verdict.why }),
    reward: verdict.reward,
    optimal: optimum.reward,
    optimalKind: optimum.kind,
    random,
    normalised: Math.abs(stake) < 1e-9 ? null : (verdict.reward - random) / stake,
    steps: trace.actions.length,
    work,
    illegal: game.illegal,
    metrics,
  };
}

/** Cycles per token, instruction or step, and structural changes, beside the template's own metrics. */
function withEffort(scored: Score, { cycles, structuralChanges }: Effort): Score {
  const { unit, count } = scored.work;
  const own = {
    ...(cycles !== undefined && { [`cycles_per_${unit}`]: cycles / count }),
    ...(structuralChanges !== undefined && { structural_changes: structuralChanges }),
  };
  return { ...scored, metrics: { ...scored.metrics, ...own } };
}

/** Tokens of a sequence, instructions of a program, else steps. */
function workOf({ drawn: { template, instance, params }, trace }: Game): Score['work'] {
  const instructions = template.instructions?.(instance);
  if (instructions !== undefined) return { unit: 'instruction', count: Math.max(1, instructions) };
  const { observation, token } = template.bits(params);
  if (template.shape === 'answer' && token !== undefined) return { unit: 'token', count: observation.width / token };
  return { unit: 'step', count: Math.max(1, trace.actions.length) };
}

/** The means of many scores, per template and level. */
export interface Summary {
  readonly template: string;
  readonly level: number;
  readonly tasks: number;
  readonly solved: number;
  readonly reward: number;
  readonly normalised: number | null;
  readonly illegal: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly curves: Curves;
}

/** Groups scores by template and level, in order of first appearance. */
export function summarise(scores: readonly Score[]): Summary[] {
  const groups = new Map<string, Score[]>();
  for (const one of scores) {
    const key = `${one.template}/${one.level}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const names = new Set(group.flatMap(({ metrics }) => Object.keys(metrics)));
    const normalised = group.map((one) => one.normalised).filter((value) => value !== null);
    return {
      template: group[0]!.template,
      level: group[0]!.level,
      tasks: group.length,
      solved: mean(group.map(({ ok }) => (ok ? 1 : 0))),
      reward: mean(group.map(({ reward }) => reward)),
      normalised: normalised.length === 0 ? null : mean(normalised),
      illegal: mean(group.map(({ illegal }) => (illegal > 0 ? 1 : 0))),
      metrics: Object.fromEntries(
        [...names].map((name) => [
          name,
          mean(group.map(({ metrics }) => metrics[name]).filter((value) => value !== undefined)),
        ]),
      ),
      curves: curvesOf(group),
    };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
