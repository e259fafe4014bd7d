import { hashOf } from '#foundation/kernel';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { BitEpisode, Evidence } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { proveTree } from '../prove-tree.ts';
import { goesOn } from '../reward-labels.ts';
import { seenActions } from '../seen-actions.ts';
import { askTree, leavesOf } from '../word-tree.ts';
import { fitWorld, type FittedWorld, wordsOf } from './fit-world.ts';
import { provePlace } from './prove-place.ts';
import { WorldData } from './world-data.ts';
import { worldBindings, type WorldHypothesis, WorldView } from './world-hypothesis.ts';
import { worldPlan } from './world-plan.ts';

const MOST_ACTIONS = 16;
/** Steps of practice in one turn, about. */
const TURN_STEPS = 4000;
const FIRST_LOOK = 80;
const GROWTH = 2;
/** A world must foresee at least this share of moves. */
const LEAST_MOVES = 0.4;
/** Readings that are tried each time. */
const READINGS = 2;

/** A world of places: words that say where one is, a list that says what is there, and a search for the richest end. */
export const worldModelClass: HypothesisClass<WorldHypothesis> = {
  name: 'world model',
  says: 'actions lead from place to place of a list, by rules on what is there; the way to the richest reward is searched',
  admits: (face) => worldBindings(face).length > 0,

  *propose({ face, practice, evidence, meter }: Search) {
    if (!goesOn(evidence.episodes)) return;
    let wanted = FIRST_LOOK;
    let actions: Uint8Array[] = [];
    let data: { readonly binding: ReturnType<typeof worldBindings>[number]; readonly data: WorldData }[] = [];
    const tried = new Set<string>();
    let unread: BitEpisode[] = [];
    let byChance = 0;
    for (;;) {
      while (evidence.random.length < wanted) {
        practice.play('chance', turnOf(evidence));
        yield undefined;
      }
      unread.push(...evidence.random.slice(byChance, wanted));
      byChance = wanted;
      const seen = seenActions(evidence.episodes, MOST_ACTIONS);
      if (seen.length < 2) return;
      if (seen.length !== actions.length) {
        actions = seen;
        data = worldBindings(face).map((binding) => ({ binding, data: new WorldData(binding, face, actions) }));
        unread = evidence.random.slice(0, wanted);
      }
      const fitted: FittedWorld[] = [];
      for (const each of data) {
        meter.spend(each.data.gather(unread));
        const fit = fitWorld(each.data, each.binding, actions);
        meter.spend(each.data.steps.length);
        if (fit !== undefined && fit.moves >= LEAST_MOVES) fitted.push(fit);
        yield undefined;
      }
      unread = [];
      fitted.sort((a, b) => b.share - a.share);
      for (const { hypothesis } of fitted.slice(0, READINGS)) {
        const name = hashOf(hypothesis);
        if (tried.has(name)) continue;
        tried.add(name);
        const from = evidence.episodes.length;
        yield hypothesis;
        unread.push(...evidence.episodes.slice(from));
        if (isFulfilled(hypothesis, evidence, from, new WorldView(hypothesis.binding, face))) return 'settled';
      }
      if (fitted.length === 0 && wanted >= 8 * FIRST_LOOK) return;
      wanted = GROWTH * wanted;
    }
  },

  refute(hypothesis, { episodes }, face) {
    const view = new WorldView(hypothesis.binding, face);
    if (hypothesis.adapts || hypothesis.seeks) return undefined;
    for (const { steps } of episodes) {
      for (const step of steps) if (!isExpected(hypothesis, view, step)) return step;
    }
    return undefined;
  },

  carry(hypothesis, from, to) {
    const { index, list } = hypothesis.binding;
    const was = new WorldView(hypothesis.binding, from);
    const sizes = (ports: typeof from, at: readonly number[]): string =>
      at.map((i) => ports.observation.ports[i]!.values).join();
    if (from.action.width !== to.action.width || JSON.stringify(from.action.ports) !== JSON.stringify(to.action.ports))
      return undefined;
    const binding = worldBindings(to).find((other) => {
      const now = new WorldView(other, to);
      const isSame = other.index.length === index.length && sizes(to, other.index) === sizes(from, index);
      return (
        isSame &&
        now.count === was.count &&
        to.observation.ports[other.list]!.values === from.observation.ports[list]!.values
      );
    });
    return binding === undefined ? undefined : { ...hypothesis, binding };
  },

  toMachine: (hypothesis, face) => worldPlan(hypothesis, face),

  prove({ binding, moves, earns, becomes, leads }, face) {
    const { width } = face.observation.ports[binding.list]!;
    const counts = becomes.map(() => planesFor(leads[0]!.length + 1));
    const widths = [1, width, width, ...counts];
    return [
      ...provePlace(binding, face),
      ...proveTree('the rule of moving', moves, [1], widths),
      ...proveTree('the rule of earning', earns, [1], widths),
    ];
  },

  describe({ leads, moves, earns, slots, adapts, seeks, richest }) {
    const known = leads.reduce((sum, row) => sum + row.filter((to) => to >= 0).length, 0);
    return [
      `${leads[0]!.length} places, ${known} ways between them; ${leavesOf(moves)} cases of moving, ${leavesOf(earns)} of earning ${richest}`,
      slots > 0 ? `${slots} places that change when entered` : '',
      adapts ? 'actions may change what they do' : '',
      seeks ? 'what is marked may not pay' : '',
      'the shortest way is searched',
    ]
      .filter((text) => text !== '')
      .join('; ');
  },

  cost: ({ leads, moves, earns }) =>
    leads.reduce((sum, row) => sum + row.filter((to) => to >= 0).length, 0) * 3 +
    8 * (leavesOf(moves) + leavesOf(earns)),
};

/** Long episodes are played in smaller turns. */
function turnOf({ episodes }: Evidence): number {
  const steps = episodes.slice(-16).reduce((sum, each) => sum + each.steps.length, 0) / 16;
  return Math.max(4, Math.min(200, Math.floor(TURN_STEPS / Math.max(1, steps))));
}

/** Whether a step went as the rules say. */
function isExpected(
  hypothesis: WorldHypothesis,
  view: WorldView,
  step: Evidence['episodes'][number]['steps'][number],
): boolean {
  const { actions, leads, moves, earns, richest, becomes } = hypothesis;
  const action = actions.findIndex((bits) => bits.every((bit, i) => bit === step.action[i]));
  const at = view.at(step.observation);
  if (action < 0 || at >= view.count) return false;
  const isCounted = becomes.some((value, from) => value !== from);
  const words = wordsOf(view, leads, { step, at, action }, isCounted);
  if ((askTree(earns, words) === 1) !== (step.reward === richest)) return false;
  if (step.next === undefined) return true;
  return view.at(step.next) === (askTree(moves, words) === 1 ? leads[action]![at]! : at);
}

/** Whether all that was just played went as the rules say and ended with the richest reward. */
function isFulfilled(hypothesis: WorldHypothesis, { episodes }: Evidence, from: number, view: WorldView): boolean {
  const played = episodes.slice(from);
  return (
    played.length > 0 &&
    !hypothesis.adapts &&
    !hypothesis.seeks &&
    played.every(
      ({ steps }) =>
        steps.at(-1)?.reward === hypothesis.richest && steps.every((step) => isExpected(hypothesis, view, step)),
    )
  );
}
