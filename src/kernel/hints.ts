/**
 * Every fault the program raises on purpose, and what the reader can do about it.
 * One table, so that the hints are reviewed as prose. Keys are `folder/what`, grouped by folder.
 */
export const hints = {
  // kernel
  'kernel/not-canonical':
    'Only null, booleans, finite numbers, strings, bytes, arrays and plain objects can be hashed.',
  'kernel/bad-range':
    'Check the bounds: the lower must not exceed the upper, and a count must be a positive whole number.',
  'kernel/bad-sample': 'Statistics need at least one finite observation of each kind they compare.',

  // contracts
  'contracts/invalid': 'Compare the value with the JSON Schema of its kind.',

  // wasm

  // circuit

  // sat

  // verify

  // tasks
  'tasks/unknown-template': 'Run `pawl tasks list` to see every template.',
  'tasks/bad-param': 'Run `pawl tasks list TEMPLATE` to see the parameters, their ranges and their levels.',
  'tasks/bad-level': 'Levels count from 1; `pawl tasks list` shows how many each template has.',
  'tasks/bad-seed': 'A seed is 1 to 64 letters, digits, dots, underscores or hyphens.',
  'tasks/bad-index': 'Indices count from 0 within a split; a split holds 1,000,000,000.',
  'tasks/bad-seed-path': 'A seed path is TEMPLATE/SETTING/SEED/INDEX, such as PARITY/1/7/0 or GRID_NAV/2,size=7/7/12.',
  'tasks/bad-reply':
    'Each line is a JSON object with `id` or `seedPath`, and `reply` (text) or `replies` (one text per step).',
  'tasks/bad-composition': 'The operator needs something the template does not offer; the message says what.',

  // bem

  // gate

  // schedule

  // loops

  // store

  // config

  // bench

  // cli
  'cli/usage': 'Run the command with --help to see its arguments, flags and examples.',
} as const;

/** The stable name of a fault. */
export type FaultCode = keyof typeof hints;
