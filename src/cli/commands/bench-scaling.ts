import { scalingSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchScalingCommand = benchSuiteCommand(scalingSuite);
