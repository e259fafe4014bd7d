/** Throws a plain `Error` when something that must hold does not: a bug, which nobody catches. */
export function invariant(condition: unknown, mustHold: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${mustHold}`);
}
