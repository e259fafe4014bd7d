import { dyckSuite } from './algorithmic/dyck-suite.ts';
import { kvSuite } from './algorithmic/kv-suite.ts';
import { languagesSuite } from './algorithmic/languages-suite.ts';
import { majoritySuite, paritySuite } from './algorithmic/length-suite.ts';
import { banditSuite } from './bandit/bandit-suite.ts';
import { nonstationarySuite } from './bandit/nonstationary-suite.ts';
import { codeSuite } from './language/code.ts';
import { lmSuite } from './language/lm.ts';
import { microSuite } from './micro/micro-suite.ts';
import { safetySuite } from './safety/safety-suite.ts';
import { scalingSuite } from './scaling/scaling.ts';
import type { Suite } from './suite.ts';

/** Suites whose figures are times of small things: nothing else runs beside them. */
export const quietSuites: readonly Suite[] = [microSuite, scalingSuite];

/** All benchmarks of the machine, as `pawl bench all` runs them. */
export const suites: readonly Suite[] = [
  ...quietSuites,
  paritySuite,
  majoritySuite,
  dyckSuite,
  kvSuite,
  languagesSuite,
  lmSuite,
  codeSuite,
  banditSuite,
  nonstationarySuite,
  safetySuite,
];
