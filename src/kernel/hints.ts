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

  // bem

  // gate

  // schedule
  'schedule/bad-knob': 'See the knobs table of the schedule folder for names and ranges.',
  'schedule/bad-observation': 'Scores, rewards and costs must be finite and inside the range the message names.',
  'schedule/twice': 'Names of domains and templates must be distinct; give the newcomer another.',
  'schedule/unknown': 'Only what was registered when the scheduler was created can be scheduled or observed.',

  // loops

  // store

  // config

  // bench

  // cli
  'cli/usage': 'Run the command with --help to see its arguments, flags and examples.',
} as const;

/** The stable name of a fault. */
export type FaultCode = keyof typeof hints;
