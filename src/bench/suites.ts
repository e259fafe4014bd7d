import { banditSuite } from './bandit/bandit-suite.ts';
import { nonstationarySuite } from './bandit/nonstationary-suite.ts';
import { lmSuite } from './language/lm.ts';
import { microSuite } from './micro/micro-suite.ts';
import { scalingSuite } from './scaling/scaling.ts';
import type { Suite } from './suite.ts';

/** Suites whose figures are times of small things: nothing else runs beside them. */
export const quietSuites: readonly Suite[] = [microSuite, scalingSuite];

/** All benchmarks of the machine, as `pawl bench all` runs them. */
export const suites: readonly Suite[] = [...quietSuites, lmSuite, banditSuite, nonstationarySuite];
