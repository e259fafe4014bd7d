import { askTree, growTree, TreeRows, type WordTree } from '../word-tree.ts';
import type { WorldData, WorldStep } from './world-data.ts';
import { type WorldBinding, type WorldHypothesis, type WorldView } from './world-hypothesis.ts';
import { farthest } from './walk-world.ts';

const LIMITS = { depth: 8, leaf: 3 } as const;
/** Steps from which rules are learnt at most; those of rare rewards are all kept. */
const MOST_STEPS = 20_000;
const MOST_REWARDS = 24;
/** Planes that the places of all sets of changed places may take. */
const MOST_PLANES = 4096;
/** A share of contradictions from which a world is taken to change. */
const CHANGING = 0.02;
const EARLY_VOTE = 3;
/** Tasks of which the farthest tells how long to think. */
const STARTS = 64;
/** An action that leads away from a place more rarely than this is taken to stay there. */
const LEAST_WENT = 0.12;

/** A hypothesis with how well it tells what comes next. */
export interface FittedWorld {
  readonly hypothesis: WorldHypothesis;
  /** Share of moves whose end is told rightly. */
  readonly moves: number;
  /** Share of all steps whose place and richest reward are told rightly. */
  readonly share: number;
}

/** Fits a world by votes and small trees; undefined where nothing moves, or rewards have too many values. */
export function fitWorld(
  data: WorldData,
  binding: WorldBinding,
  actions: readonly Uint8Array[],
): FittedWorld | undefined {
  const { view, steps } = data;
  const usual = voteLeads(steps, view.count, actions.length);
  const adapts = isStraying(steps, usual);
  const early = steps.filter((one) => one.early);
  const leads = adapts ? voteLeads(early, view.count, actions.length) : usual;
  const rewards = [...new Set(steps.map(({ step }) => step.reward))].sort((a, b) => a - b);
  if (rewards.length > MOST_REWARDS || rewards.length < 2) return undefined;
  if (leads.every((row) => row.every((to) => to < 0))) return undefined;
  const becomes = voteBecomes(steps, view, leads);
  const isCounted = becomes.some((value, from) => value !== from);
  const rows = sampled(steps, rewards).map(({ one, weight }) => ({
    one,
    weight,
    words: wordsOf(view, leads, one, isCounted),
  }));
  const rules = fitRules(rows, leads, rewards.at(-1)!, adapts);
  const hypothesis: WorldHypothesis = {
    binding,
    actions: actions.map((bits) => [...bits]),
    leads,
    moves: rules.moves,
    earns: rules.earns,
    richest: rewards.at(-1)!,
    becomes,
    slots: isCounted ? slotsOf(steps, view, becomes) : 0,
    waves: 0,
    adapts,
    seeks: rules.isVoid && !isCounted,
  };
  const starts = steps.filter(({ first }) => first).slice(-STARTS);
  const waves = farthest(
    hypothesis,
    view,
    starts.map(({ step }) => step.observation),
  );
  return { hypothesis: { ...hypothesis, waves }, ...judged(hypothesis, rows) };
}

/** When one moves and when the richest reward is earned; from early steps alone where a world changes. */
function fitRules(
  rows: readonly Row[],
  leads: readonly (readonly number[])[],
  richest: number,
  adapts: boolean,
): { readonly moves: WordTree; readonly earns: WordTree; readonly isVoid: boolean } {
  const moved = ({ at, action, next, changed }: WorldStep): number | undefined =>
    next < 0 || changed === -2 ? undefined : Number(next !== at && next === leads[action]![at]);
  const earned = ({ step }: WorldStep): number => Number(step.reward === richest);
  const firsts = rows.filter(({ one }) => one.early);
  const early = treeOf(firsts, earned);
  const meant = rows.filter(({ words }) => askTree(early, words) === 1);
  const isVoid = meant.filter(({ one }) => earned(one) === 0).length > CHANGING * meant.length;
  const changes = adapts || isVoid;
  return { moves: treeOf(changes ? firsts : rows, moved), earns: changes ? early : treeOf(rows, earned), isVoid };
}

function treeOf(rows: readonly Row[], label: (one: WorldStep) => number | undefined): WordTree {
  const gathered = new TreeRows();
  for (const { one, weight, words } of rows) {
    const told = label(one);
    if (told !== undefined) gathered.add(words, told, weight);
  }
  return gathered.rows.length === 0 ? { leaf: 0 } : growTree(gathered.rows, LIMITS);
}

interface Row {
  readonly one: WorldStep;
  readonly weight: number;
  readonly words: readonly number[];
}

function judged(
  { moves, earns, leads, richest }: WorldHypothesis,
  rows: readonly Row[],
): Pick<FittedWorld, 'moves' | 'share'> {
  let [all, right, went, told] = [0, 0, 0, 0];
  for (const { one, weight, words } of rows) {
    const { at, action, next, changed, step } = one;
    all += weight;
    const to = askTree(moves, words) === 1 ? leads[action]![at]! : at;
    const isPlaced = next < 0 || changed === -2 || to === next;
    if (isPlaced && (askTree(earns, words) === 1) === (step.reward === richest)) right += weight;
    if (next < 0 || changed === -2 || next === at) continue;
    went += weight;
    if (to === next) told += weight;
  }
  return { moves: told / Math.max(1, went), share: right / Math.max(1, all) };
}

/** Whether actions often led where another one usually leads: what they do may change. */
function isStraying(steps: readonly WorldStep[], leads: readonly (readonly number[])[]): boolean {
  const strayed = steps.filter(
    ({ at, action, next, changed }) => next >= 0 && changed !== -2 && next !== at && next !== leads[action]![at],
  );
  const known = strayed.filter(({ at, next }) => leads.some((row) => row[at] === next)).length;
  return strayed.length > CHANGING * steps.length && known > 0.8 * strayed.length;
}

/** What an action at a place usually leads to, of the times it led elsewhere. Early steps weigh more, since worlds may change. */
function voteLeads(steps: readonly WorldStep[], places: number, actions: number): number[][] {
  const votes = Array.from({ length: actions }, () =>
    Array.from({ length: places }, () => ({ visits: 0, went: 0, to: new Map<number, number>() })),
  );
  for (const { at, action, next, changed, early } of steps) {
    if (next < 0 || next >= places || changed === -2) continue;
    const cell = votes[action]![at]!;
    const weight = early ? EARLY_VOTE : 1;
    cell.visits += weight;
    if (next === at) continue;
    cell.went += weight;
    cell.to.set(next, (cell.to.get(next) ?? 0) + weight);
  }
  return votes.map((row) =>
    row.map(({ visits, went, to }) => (went < LEAST_WENT * visits ? -1 : (mostVoted(to) ?? -1))),
  );
}

function mostVoted(cell: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [value, n] of cell)
    if (best === undefined || n > cell.get(best)! || (n === cell.get(best)! && value < best)) best = value;
  return best;
}

/** What each value becomes where it is entered, by vote. */
function voteBecomes(steps: readonly WorldStep[], view: WorldView, leads: readonly (readonly number[])[]): number[] {
  const votes = Array.from({ length: view.values }, () => new Map<number, number>());
  for (const { step, at, action, next, changed } of steps) {
    if (step.next === undefined || changed === -2 || next === at || next !== leads[action]![at]) continue;
    const cell = votes[view.value(step.observation, next)];
    const value = view.value(step.next, next);
    cell?.set(value, (cell.get(value) ?? 0) + 1);
  }
  return votes.map((cell, value) => mostVoted(cell) ?? value);
}

/** Every step with a rare reward, and as many of the others as fit, weighing more. */
function sampled(
  steps: readonly WorldStep[],
  rewards: readonly number[],
): { readonly one: WorldStep; readonly weight: number }[] {
  const counts = new Map(rewards.map((reward) => [reward, 0]));
  for (const { step } of steps) counts.set(step.reward, counts.get(step.reward)! + 1);
  const usual = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const every = Math.ceil(counts.get(usual)! / MOST_STEPS);
  let seen = 0;
  return steps.flatMap((one) => {
    if (one.step.reward !== usual) return [{ one, weight: 1 }];
    seen += 1;
    return seen % every === 0 ? [{ one, weight: every }] : [];
  });
}

/** The words that rules are about. */
export function wordsOf(
  view: WorldView,
  leads: readonly (readonly number[])[],
  { step: { observation }, at, action }: Pick<WorldStep, 'step' | 'at' | 'action'>,
  isCounted: boolean,
): number[] {
  const to = leads[action]![at]!;
  return [
    to < 0 ? 0 : 1,
    to < 0 ? -1 : view.value(observation, to),
    view.value(observation, at),
    ...(isCounted ? view.counts(observation) : []),
  ];
}

/** How many places change when entered, at most, in what was seen; as many as the planes allow. */
function slotsOf(steps: readonly WorldStep[], view: WorldView, becomes: readonly number[]): number {
  const most = steps
    .filter(({ first }) => first)
    .reduce((high, { step }) => {
      const counts = view.counts(step.observation);
      return Math.max(
        high,
        counts.reduce((sum, n, value) => sum + (becomes[value] === value ? 0 : n), 0),
      );
    }, 0);
  return Math.max(1, Math.min(most, Math.floor(Math.log2(MOST_PLANES / view.count))));
}
