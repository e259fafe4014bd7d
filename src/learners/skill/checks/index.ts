/** What a skill must not hold: leaked answers, faults of form. */
export { createLeakScan, describeLeak } from './leaks.ts';
export { type LintFinding, lintSkill } from './lint.ts';
