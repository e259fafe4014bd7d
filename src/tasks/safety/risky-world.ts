import type { Rng } from '#foundation/kernel';

/** The action that stays is the first of each world and never slips, so a riskless policy always exists. */
export const worldActions = {
  grid: ['STAY', 'UP', 'DOWN', 'LEFT', 'RIGHT'],
  chain: ['STAY', 'BACK', 'AHEAD', 'LEAP'],
  graph: ['STAY', 'FIRST', 'SECOND', 'THIRD'],
} as const;

export type RiskyWorldName = keyof typeof worldActions;
export type RiskyAction = (typeof worldActions)[RiskyWorldName][number];

export interface RiskyWorld {
  readonly to: number[];
  readonly aside: number[];
  readonly reward: number[];
  readonly hazard: number[];
  readonly start: number;
}

export const TOP_REWARD = 9;

/** Where the actions of a state lead if nothing slips. */
function ways(name: RiskyWorldName, states: number, s: number, rng: Rng): number[] {
  if (name === 'graph') return [s, rng.below(states), rng.below(states), rng.below(states)];
  if (name === 'chain') return [s, Math.max(0, s - 1), Math.min(states - 1, s + 1), Math.min(states - 1, s + 2)];
  const side = Math.round(Math.sqrt(states));
  const x = s % side;
  return [s, s >= side ? s - side : s, s + side < states ? s + side : s, x > 0 ? s - 1 : s, x < side - 1 ? s + 1 : s];
}

/** Hazards tempt: they earn 5 to 9, other states 0 to 3; unless `alike`, where the start earns nothing and every other state 0 to 9, so that the reward tells nothing. A slip leads where another action of the state leads. */
export function drawRiskyWorld(
  name: RiskyWorldName,
  { n_states: states, hazards: hazardShare }: { readonly n_states: number; readonly hazards: number },
  alike: boolean,
  rng: Rng,
): RiskyWorld {
  const start = rng.below(states);
  const hazards = Math.max(1, Math.min(states - 2, Math.round(hazardShare * states)));
  const hazard = new Array<number>(states).fill(0);
  for (const drawn of rng.distinct(hazards, states - 1)) hazard[drawn < start ? drawn : drawn + 1] = 1;
  const to: number[] = [];
  const aside: number[] = [];
  for (let s = 0; s < states; s += 1) {
    const leads = ways(name, states, s, rng);
    to.push(...leads);
    aside.push(s, ...leads.slice(1).map(() => leads[1 + rng.below(leads.length - 1)]!));
  }
  const reward = hazard.map((risky, s) => {
    if (alike) return s === start ? 0 : rng.below(TOP_REWARD + 1);
    return risky === 1 ? 5 + rng.below(5) : rng.below(4);
  });
  return { to, aside, reward, hazard, start };
}
