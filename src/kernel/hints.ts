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
  'wasm/no-export': 'Export it from the module builder under the name that is asked for.',

  // circuit

  // sat
  'sat/bad-literal': 'Literals are ±1 … ±variables; raise the number of variables or correct the literal.',
  'sat/open-clause': 'Close every clause with a 0.',
  'sat/bad-header': 'Begin with one line `p cnf VARIABLES CLAUSES`, both whole numbers.',
  'sat/bad-clause': 'Clauses are whole numbers separated by blanks, each clause closed by 0.',
  'sat/literal-range': 'Raise the number of variables in the header or correct the literal.',
  'sat/clause-count': 'Correct the number of clauses in the header, or look for a cut or doubled part of the file.',
  'sat/late-clause': 'Add all clauses before the first solve, or make the solver without a proof.',
  'sat/too-large': 'Set a limit on conflicts, or split the formula: 4 GiB are all that one search can use.',
  'sat/bad-shape': 'Clauses cannot have more literals than there are variables, and a core of k needs 2^k clauses.',

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
