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

  // loops

  // store

  // config
  'config/not-found': 'Check the path after --config.',
  'config/ambiguous': 'Keep one of them, or name one with --config.',
  'config/unreadable': 'The file must be valid JSON or YAML, or TypeScript with `export default { … }`.',
  'config/unknown-key': 'Compare with the flags that `pawl COMMAND --help` lists.',
  'config/invalid': 'Compare with the flags that `pawl COMMAND --help` lists.',

  // bench

  // cli
  'cli/usage': 'Run the command with --help to see its arguments, flags and examples.',
  'cli/cannot-read': 'Check that the file exists and may be read; `-` reads standard input.',
  'cli/cannot-write': 'Check that the folder exists, may be written and has free space.',
  'cli/no-secret': 'Set the variable in the environment; secrets are never read from files.',
} as const;

/** The stable name of a fault. */
export type FaultCode = keyof typeof hints;
