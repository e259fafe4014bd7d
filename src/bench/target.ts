/** A figure beside what it should be. */
export interface Target {
  readonly name: string;
  readonly value: number | undefined;
  readonly goal: string;
  readonly status: 'met' | 'missed' | 'not measured';
}

/** A target that is met from `goal` upwards. */
export function atLeast(name: string, value: number | undefined, goal: number): Target {
  return { name, value, goal: `>= ${goal}`, status: status(value, (found) => found >= goal) };
}

/** A target that is met up to `goal`. */
export function atMost(name: string, value: number | undefined, goal: number): Target {
  return { name, value, goal: `<= ${goal}`, status: status(value, (found) => found <= goal) };
}

function status(value: number | undefined, isMet: (value: number) => boolean): Target['status'] {
  if (value === undefined) return 'not measured';
  return isMet(value) ? 'met' : 'missed';
}
