import { languagesSuite } from '#bench';
import { benchSuiteCommand } from './bench-suite.ts';

export const benchLanguagesCommand = benchSuiteCommand(languagesSuite);
