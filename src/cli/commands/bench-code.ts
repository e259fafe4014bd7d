import { codeSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchCodeCommand = benchSuiteCommand(codeSuite);
