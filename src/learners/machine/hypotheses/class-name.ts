/** The names of all hypothesis classes. A skill names the class that can read it, so a name that no class has must not be written. */
export const classNames = [
  'sequence program',
  'state machine',
  'modular sum',
  'tree evaluator',
  'register machine',
  'fold over valuations',
  'n-gram detectors',
  'world model',
  'copy model',
  'relational table',
  'linear values',
  'symbol prediction',
  'typed terms',
  'word program',
] as const;
export type ClassName = (typeof classNames)[number];
