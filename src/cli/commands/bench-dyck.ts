import { dyckSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchDyckCommand = benchSuiteCommand(dyckSuite);
