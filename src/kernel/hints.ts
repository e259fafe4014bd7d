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
  'store/missing': 'Nothing was recorded in this workspace yet; check --workspace, or start a run first.',
  'store/foreign': 'The file belongs to another program; move it away or choose another --workspace.',
  'store/newer-schema': 'A newer version of Pawl wrote this store; update Pawl, or use another workspace.',
  'store/older-schema':
    'Open the workspace once for writing (start or resume any run); that brings the store up to date.',
  'store/corrupt':
    'Nothing was changed. Restore pawl.db from a backup, or move it (with its -wal and -shm files) away and start afresh.',
  'store/disk-full': 'Nothing of the last write was kept, all before it is safe. Free some space, then resume the run.',
  'store/busy': 'Another process holds the store for long; wait for it to finish, then try again.',
  'store/unwritable': 'Check that the folder exists, that you may write to it, and that it is on a local disk.',
  'store/broken': 'See the cause. What was acknowledged before is safe; resume the run once the cause is gone.',
  'store/closed': 'The run or its store was closed; open the store again and resume the run.',
  'store/bad-run':
    'A loop name is lower-case words joined by hyphens, a seed is a whole number, a configuration is JSON.',
  'store/bad-event': 'An event type is noun-verb in lower case, such as episode-ended, and its data is JSON.',
  'store/emit-in-step': 'A replay does not run the work of a step, so return what happened and emit it after the step.',
  'store/unknown-run': '`pawl runs list` shows the runs of this workspace.',
  'store/run-locked': 'Another process is writing this run; wait for it or stop it, then resume.',
  'store/lock-lost': 'Another process took this run over while this one stood still; let that one finish.',
  'store/replay-diverged':
    'The loop is not deterministic, or its code, configuration or seed changed since the run began; start a new run.',
  'store/missing-blob': 'Store the bytes with putBlob before the certificate that names them.',

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
