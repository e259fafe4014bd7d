import { Fault } from '#foundation/kernel';

/** How many edits a step may keep, as a learning rate: from `max` down to `min` over `steps` steps. */
export type EditBudgetRule = 'constant' | 'linear' | 'cosine' | 'autonomous';

export interface EditBudgetSchedule {
  readonly rule: EditBudgetRule;
  readonly max: number;
  readonly min: number;
  /** T: steps of the whole run. */
  readonly steps: number;
}

/** What the autonomous rule allows: the optimizer decides, so the schedule must not bind. */
const UNBOUND = 999;

/**
 * The edit budget of step s, counted from 1. The step is all the state there is, so a resumed run goes on where it was.
 *
 *     constant: max
 *     linear:   max(min, r(max + (min − max) · t))
 *     cosine:   max(min, r(min + ½ (max − min) (1 + cos πt)))        t = min(s, T) / T
 *
 * r rounds halves to the even neighbour. T ≤ 1 gives max. The first step is already one interval into the decay and
 * step T is at min. Where min > max the floor wins.
 *
 * @source spec/trainer §1.4; round is Python's
 */
export function editBudget({ rule, max, min, steps }: EditBudgetSchedule, step: number): number {
  for (const count of [max, min, steps, step]) {
    if (!(Number.isInteger(count) && count >= 0)) {
      throw new Fault('schedule/bad-observation', `edit budgets and steps are whole numbers from 0, not ${count}`);
    }
  }
  const t = steps <= 1 ? 0 : Math.min(step, steps) / steps;
  switch (rule) {
    case 'constant':
      return max;
    case 'autonomous':
      return UNBOUND;
    case 'linear':
      return steps <= 1 ? max : Math.max(min, roundHalfEven(max + (min - max) * t));
    case 'cosine':
      return steps <= 1 ? max : Math.max(min, roundHalfEven(min + 0.5 * (max - min) * (1 + Math.cos(Math.PI * t))));
  }
}

/** The nearest whole number; a half goes to the even one, as in Python. */
export function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
