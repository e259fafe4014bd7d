import { lmSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchLmCommand = benchSuiteCommand(lmSuite);
