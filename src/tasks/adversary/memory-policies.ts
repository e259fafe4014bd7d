import { canonicalText, type Rng } from '#foundation/kernel';
import type { AnyTemplate, Params, Policy } from '#foundation/contracts/tasks';
import { leavesOf } from './leaves.ts';

/** What a policy of the fuzzed set may know: the rules' parameters and chance, never the instance. */
export interface Fuzz {
  readonly template: AnyTemplate;
  readonly params: Params;
  readonly rng: Rng;
}

/** A policy that is also told what its last action earned. */
export interface Watcher extends Policy<unknown, unknown> {
  earned(reward: number): void;
}

/** Draws that find nearly all of a few legal actions, and of a few dozen. */
const FEW = 16;
const MANY = 256;

/** Different legal actions on an observation, as far as some draws find them. */
function someActions({ template, params, rng }: Fuzz, observation: unknown, draws: number): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (let i = 0; i < draws; i += 1) {
    const action = template.randomAction(observation, rng, params);
    found.set(canonicalText(action ?? null), action);
  }
  return found;
}

/** Repeats an action that paid at least as much as any before, and else tries another. */
export function winStay(fuzz: Fuzz): Watcher {
  let last: unknown;
  let best = -Infinity;
  let stays = false;
  return {
    act: (observation) => (stays ? last : (last = fuzz.template.randomAction(observation, fuzz.rng, fuzz.params))),
    earned(reward) {
      stays = reward >= best;
      best = Math.max(best, reward);
    },
  };
}

/** Takes the action with the best mean reward so far, one time in ten another. */
export function followRewards(fuzz: Fuzz): Watcher {
  const sums = new Map<string, { sum: number; count: number; action: unknown }>();
  let key = '';
  return {
    act(observation) {
      const choices = someActions(fuzz, observation, FEW);
      const means = [...choices].map(([name, action]) => ({ name, action, mean: meanOf(sums.get(name)) }));
      const best = means.reduce((a, b) => (b.mean > a.mean ? b : a));
      const chosen = fuzz.rng.chance(0.1) ? fuzz.rng.pick(means) : best;
      key = chosen.name;
      if (!sums.has(key)) sums.set(key, { sum: 0, count: 0, action: chosen.action });
      return chosen.action;
    },
    earned(reward) {
      const entry = sums.get(key)!;
      entry.sum += reward;
      entry.count += 1;
    },
  };
}

function meanOf(entry: { sum: number; count: number } | undefined): number {
  return entry === undefined || entry.count === 0 ? Infinity : entry.sum / entry.count;
}

/**
 * Remembers the item that a number in an earlier observation pointed at, and points at the same item now: what one agent could tell
 * itself where two agents should have to communicate.
 */
export function remember(fuzz: Fuzz): Watcher {
  const items = new Map<string, string>();
  return {
    act(observation) {
      const { single } = leavesOf(observation);
      const lists = itemLists(observation);
      const wanted = new Set<number>();
      for (const [path, list] of lists) {
        const known = items.get(path);
        const place = known === undefined ? -1 : list.indexOf(known);
        if (place >= 0) wanted.add(place);
        for (const [name, value] of single) {
          if (!name.startsWith('#') && typeof value === 'number' && list[value] !== undefined)
            items.set(path, list[value]);
        }
      }
      return actionWith(fuzz, observation, wanted);
    },
    earned: () => undefined,
  };
}

/** Every list of an observation's fields, its items as text. */
function itemLists(observation: unknown): Map<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  if (typeof observation !== 'object' || observation === null) return lists;
  for (const [name, value] of Object.entries(observation)) {
    if (Array.isArray(value)) {
      lists.set(
        name,
        value.map((item: unknown) => canonicalText(item ?? null)),
      );
    }
  }
  return lists;
}

function actionWith(fuzz: Fuzz, observation: unknown, wanted: ReadonlySet<number>): unknown {
  if (wanted.size === 0) return fuzz.template.randomAction(observation, fuzz.rng, fuzz.params);
  for (const action of someActions(fuzz, observation, MANY).values()) {
    const values = [...leavesOf(action).single].filter(([name]) => !name.startsWith('#')).map(([, value]) => value);
    if (values.some((value) => typeof value === 'number' && wanted.has(value))) return action;
  }
  return fuzz.template.randomAction(observation, fuzz.rng, fuzz.params);
}
