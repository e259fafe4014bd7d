import { paritySuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchParityCommand = benchSuiteCommand(paritySuite);
