import { banditSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchBandit = benchSuiteCommand(banditSuite);
