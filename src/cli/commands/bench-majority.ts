import { majoritySuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchMajorityCommand = benchSuiteCommand(majoritySuite);
