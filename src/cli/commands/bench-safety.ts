import { safetySuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchSafety = benchSuiteCommand(safetySuite);
