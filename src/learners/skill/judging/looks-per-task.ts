/** Looks at a reply to another task. */
export const FOREIGN = 2;
/** Further looks at a reply on which looks differ: whether that is noise or the task shows only there. */
export const AGAIN = 4;

/** Looks at the task's own reply and at a foreign one. */
export function looksPerTask(passes: number): number {
  return passes + Math.min(FOREIGN, passes);
}
