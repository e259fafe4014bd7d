/** The names of all hypothesis classes. A skill names the class that can read it, so a name that no class has must not be written. */
export const classNames = [
  'sequence program',
  'state machine',
  'tree evaluator',
  'register machine',
  'fold over valuations',
  'world model',
  'copy model',
  'relational table',
  'linear values',
  'values in an episode',
  'symbol prediction',
  'terms',
  'word program',
] as const;
export type ClassName = (typeof classNames)[number];
