/**
 * Every fault the program raises on purpose, and what the reader can do about it.
 * One table, so that the hints are reviewed as prose. Keys are `folder/what`, grouped by folder.
 */
export const hints = {
  // kernel
  'kernel/not-canonical':
    'Only null, booleans, finite numbers, strings, bytes, arrays and plain objects can be hashed.',
  'kernel/bad-range':
    'Check the bounds: the lower must not exceed the upper, a count is a whole number, and a probability lies between 0 and 1.',
  'kernel/bad-sample': 'Statistics need enough finite observations, and one partner for each where they compare pairs.',

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

  // loops

  // store

  // config

  // bench

  // cli
  'cli/usage': 'Run the command with --help to see its arguments, flags and examples.',
} as const;

/** The stable name of a fault. */
export type FaultCode = keyof typeof hints;
