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
  'circuit/width-mismatch': 'Pad the shorter word with `builder.constant(false)`.',
  'circuit/interface-mismatch': 'The circuits must agree in the number and order of inputs and outputs.',
  'circuit/bad-data': 'Gates are pairs of edges of earlier nodes: smaller first for AND, larger first for XOR.',
  'circuit/late-input': 'Add every input before the first gate.',
  'circuit/bad-edge': 'Use only edges that this builder or this circuit handed out.',
  'circuit/bad-input': 'Inputs are counted from 0.',
  'circuit/too-large': 'Split the circuit, or remove dead gates with `cleanup` first.',
  'circuit/too-many-inputs': 'Truth tables and polynomials are for few inputs; take a cone, a BDD or a CNF instead.',
  'circuit/table-syntax': 'Each line is the values of one function as 0 and 1, f(2^n - 1) first; 2, 4, 8, … of them.',
  'circuit/unknown-format':
    'Files end in .aag, .aig or .tt to be read, and in .aag, .aig, .cnf, .anf, .tt or .dot to be written.',
  'circuit/wrong-planes': 'Give every input the same number of words, one input after the other.',
  'circuit/not-encoded': 'Name the edge among the roots when the CNF is made.',
  'circuit/bad-name': 'Names in AIGER files are one line each.',
  'circuit/aiger-syntax': 'Compare the file with the AIGER 1.9 format report at this place.',
  'circuit/aiger-header':
    'The header is `aag M I L O A` or `aig M I L O A`, with M >= I + L + A, and its counts must fit the file.',
  'circuit/aiger-literal':
    'Literals run from 0 to 2 * M + 1, and each variable is defined once: as input, latch or gate.',
  'circuit/aiger-truncated': 'The file is cut off; fetch or write it again.',
  'circuit/bad-shape': 'Ask for at least two inputs and no more outputs than gates.',

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
  'verify/bad-program':
    'Reads name existing planes, writes name distinct state planes, and each circuit has as many inputs and outputs as it is given.',
  'verify/bad-predicate': 'A predicate is a circuit with one input per state plane and one output.',
  'verify/bad-specification': 'Give at least one row or table, all with the same number of inputs and outputs.',
  'verify/shapes-differ': 'Equivalence compares circuits with the same number of inputs and outputs.',

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
