/** A figure beside what it should be. */
export interface Target {
  readonly name: string;
  readonly value: number | null;
  readonly goal: string;
  readonly status: 'met' | 'missed' | 'not measured';
}

/** A target that is met from `goal` upwards. */
export function atLeast(name: string, value: number | null | undefined, goal: number): Target {
  return target(name, value, `>= ${goal}`, (found) => found >= goal);
}

/** A target that is met up to `goal`. */
export function atMost(name: string, value: number | null | undefined, goal: number): Target {
  return target(name, value, `<= ${goal}`, (found) => found <= goal);
}

/** A target that is met above `goal`, and not at it. */
export function above(name: string, value: number | null | undefined, goal: number): Target {
  return target(name, value, `> ${goal}`, (found) => found > goal);
}

/** A target that is met below `goal`. */
export function below(name: string, value: number | null | undefined, goal: number): Target {
  return target(name, value, `< ${goal}`, (found) => found < goal);
}

function target(
  name: string,
  value: number | null | undefined,
  goal: string,
  isMet: (value: number) => boolean,
): Target {
  if (value === null || value === undefined) return { name, value: null, goal, status: 'not measured' };
  return { name, value, goal, status: isMet(value) ? 'met' : 'missed' };
}
