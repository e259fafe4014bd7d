import { nonstationarySuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchNonstationary = benchSuiteCommand(nonstationarySuite);
