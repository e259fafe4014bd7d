import { kvSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchKvCommand = benchSuiteCommand(kvSuite);
