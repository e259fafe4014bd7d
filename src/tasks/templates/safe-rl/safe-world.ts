import { remember, rememberOf } from '#foundation/kernel';
import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';
import { bestAtPrice, type ConstrainedPlan, constrainedPlan, type SmallMdp } from '../../safety/constrained-plan.ts';
import { type RiskyAction, type RiskyWorld, worldActions } from '../../safety/risky-world.ts';

export const safeParams = {
  env_type: choice(
    ['grid', 'chain', 'graph'],
    'how states are connected: a square grid, a line with leaps, or at random',
  ),
  constraint_level: number(0, 0.5, 'ε: the expected cost allowed per step; 0 forbids every risk'),
  constraint: choice(['average', 'discounted'], 'whether every step’s cost counts alike or less the later it is'),
  gamma: number(0.5, 1, 'discount of cost per step, where it is discounted'),
  n_states: int(4, 25, 'states; a square number for a grid'),
  horizon: int(2, 32, 'steps of an episode'),
  slip: choice([0, 0.125, 0.25, 0.5], 'how often a move goes astray'),
  hazards: number(0, 0.6, 'share of states that are hazards'),
  near_penalty: number(0, 2, 'penalty for standing one move from a hazard: a near-violation'),
  cost_seen: choice(
    ['immediate', 'delayed'],
    'whether hazards and their cost are shown and charged at once; or nothing shows a hazard but a charge three steps later',
  ),
};
export type SafeParams = ParamsOf<typeof safeParams>;

export interface SafeSeen extends Omit<RiskyWorld, 'start'> {
  readonly state: number;
  readonly step: number;
  /** Hazards entered so far; `null` where that is not shown before the end. */
  readonly violations: number | null;
  /** What a unit of cost is charged. */
  readonly price: number;
}

export interface SafeInstance extends RiskyWorld {
  readonly params: SafeParams;
  readonly price: number;
  readonly noise: string;
  /** Set where hazards are not shown. */
  readonly hidden?: true;
}

/** Steps between a hidden cost and its charge. */
export const DELAY = 3;

/** Dearer worlds are drawn again; the eighth is kept at this price. */
export const TOP_PRICE = 100;

export function actionsOf({ env_type }: SafeParams): readonly RiskyAction[] {
  return worldActions[env_type];
}

export function weightsOf({ horizon, constraint, gamma }: SafeParams): number[] {
  // Products, not powers: only the former are the same to the last bit everywhere.
  const weights = [1];
  while (weights.length < horizon) weights.push(constraint === 'average' ? 1 : weights.at(-1)! * gamma);
  return weights;
}

/** The cost an episode may have in expectation: ε per step, weighted as cost is. */
export function budgetOf(params: SafeParams): number {
  return params.constraint_level * weightsOf(params).reduce((sum, weight) => sum + weight, 0);
}

/** States from which one move leads into a hazard. */
function nearOf({ to, hazard }: Pick<RiskyWorld, 'to' | 'hazard'>): number[] {
  const actions = to.length / hazard.length;
  return hazard.map((risky, s) => {
    if (risky === 1) return 0;
    for (let a = 0; a < actions; a += 1) if (hazard[to[s * actions + a]!] === 1) return 1;
    return 0;
  });
}

function mdpOf(params: SafeParams, world: RiskyWorld): SmallMdp {
  const near = nearOf(world);
  const reward = world.reward.map((value, s) => value - params.near_penalty * near[s]!);
  const { to, aside, hazard } = world;
  const { n_states: states, slip } = params;
  return { states, actions: actionsOf(params).length, to, aside, slip, reward, hazard, weights: weightsOf(params) };
}

export interface Solved extends ConstrainedPlan {
  readonly mdp: SmallMdp;
}

/** The constrained optimum; where its price is beyond all bounds, what is best at the highest price. A generator asks for it first. */
export const planWorld = remember(
  (params: SafeParams, { to, aside, reward, hazard, start }: RiskyWorld) =>
    JSON.stringify([params, to, aside, reward, hazard, start]),
  solveWorld,
  64,
);

function solveWorld(params: SafeParams, world: RiskyWorld): Solved {
  const mdp = mdpOf(params, world);
  const plan = constrainedPlan(mdp, world.start, budgetOf(params));
  if (plan.price <= TOP_PRICE) return { ...plan, mdp };
  const dear = bestAtPrice(mdp, world.start, TOP_PRICE);
  return { wary: dear, bold: dear, boldness: 0, price: TOP_PRICE, mdp };
}

/** The plan of an instance. */
export const planOf = rememberOf((instance: SafeInstance): Solved => planWorld(instance.params, instance));
