import { countersNote, ownLearnerNote, withNote } from './own-learner.ts';
import type { SuiteRow } from './suite.ts';

/** Every benchmark, in the order of `pawl bench --help`. A new one is a row here and a folder beside. */
export const suites: readonly SuiteRow[] = [
  {
    name: 'sat',
    summary: 'time the SAT solver beside MiniSat, and its proofs',
    isQuiet: true,
    isApart: true,
    load: async () => (await import('./sat/sat-suite.ts')).satSuite,
    onFiles: {
      flag: 'formulas',
      result: 'formulas',
      load: async () => (await import('./sat/formulas-suite.ts')).formulasSuite,
    },
  },
  {
    name: 'circuit',
    summary: 'compare simplified circuits with those of ABC, and time equivalence proofs',
    isQuiet: true,
    isApart: true,
    load: async () => (await import('./circuit/circuit-suite.ts')).circuitSuite,
    onFiles: {
      flag: 'epfl',
      result: 'epfl',
      load: async () => (await import('./circuit/epfl-suite.ts')).epflSuite,
    },
  },
  {
    name: 'micro',
    summary: 'measure operations, experts, machine steps, ROUTE and proofs, beside native peers',
    isQuiet: true,
    load: async () => (await import('./micro/micro-suite.ts')).microSuite,
  },
  {
    name: 'scaling',
    summary: 'show that the cost of a machine step does not depend on the length of the sequence',
    isQuiet: true,
    load: async () => (await import('./scaling/scaling.ts')).scalingSuite,
  },
  {
    name: 'parity',
    summary: 'learn parity from strings up to 64 bits and test it up to 4,096',
    load: withNote(ownLearnerNote, async () => (await import('./algorithmic/length-suite.ts')).paritySuite),
  },
  {
    name: 'majority',
    summary: 'learn majority from strings up to 64 bits and test it up to 4,096',
    load: withNote(ownLearnerNote, async () => (await import('./algorithmic/length-suite.ts')).majoritySuite),
  },
  {
    name: 'dyck',
    summary: 'learn balanced brackets up to depth 8 and test them up to depth 64',
    load: withNote(ownLearnerNote, async () => (await import('./algorithmic/dyck-suite.ts')).dyckSuite),
  },
  {
    name: 'kv',
    summary: 'learn key-value retrieval from 8 pairs and test it up to 64 pairs and 256 symbols',
    load: withNote(ownLearnerNote, async () => (await import('./algorithmic/kv-suite.ts')).kvSuite),
  },
  {
    name: 'languages',
    summary: 'learn fifty unseen languages and test them at eight times the trained length',
    load: withNote(ownLearnerNote, async () => (await import('./algorithmic/languages-suite.ts')).languagesSuite),
  },
  {
    name: 'templates',
    summary: 'let all hypothesis classes of evolve race on every template, beside its best cheap player',
    isApart: true,
    load: async () => (await import('./templates/templates-suite.ts')).templatesSuite,
  },
  {
    name: 'library',
    summary: 'learn templates with what recurs in the terms of others, and without: effort and episodes',
    isApart: true,
    load: async () => (await import('./library/library-suite.ts')).librarySuite,
  },
  {
    name: 'tables',
    summary: 'learn the rules of seven public tables, beside a decision tree and a random forest',
    isApart: true,
    load: async () => (await import('./learn/tables-suite.ts')).tablesSuite,
    onFiles: {
      flag: 'sygus',
      result: 'sygus',
      load: async () => (await import('./learn/sygus-suite.ts')).sygusSuite,
    },
  },
  {
    name: 'list-functions',
    summary: 'learn rules over lists online, from the file that --corpus names',
    isApart: true,
    load: async () => (await import('./learn/list-functions-suite.ts')).listFunctionsSuite,
  },
  {
    name: 'lm',
    summary: 'predict characters beside PPMd, xz, zpaq and an n-gram, in three regimes of learning',
    load: withNote(countersNote, async () => (await import('./language/lm.ts')).lmSuite),
  },
  {
    name: 'lm-train',
    summary: 'train a small transformer beside @jax-js/jax: speed, memory, and what a second thread gives',
    isQuiet: true,
    isApart: true,
    load: async () => (await import('./lm-train/lm-train-suite.ts')).lmTrainSuite,
  },
  {
    name: 'code',
    summary: 'predict the tokens of TypeScript sources beside an n-gram, and count unmatched brackets',
    load: withNote(countersNote, async () => (await import('./language/code.ts')).codeSuite),
  },
  {
    name: 'bandit',
    summary: 'measure regret in contextual bandits, beside LinUCB, ε-greedy and EXP4',
    load: withNote(ownLearnerNote, async () => (await import('./bandit/bandit-suite.ts')).banditSuite),
  },
  {
    name: 'nonstationary',
    summary: 'measure adaptation in bandits that change, beside peers and an oracle that restarts',
    load: withNote(ownLearnerNote, async () => (await import('./bandit/nonstationary-suite.ts')).nonstationarySuite),
  },
  {
    name: 'safety',
    summary: 'make a safety-constrained program faster by proved patches while unsafe ones are refused',
    load: async () => (await import('./safety/safety-suite.ts')).safetySuite,
  },
];
