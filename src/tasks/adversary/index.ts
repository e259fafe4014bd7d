/** What tries to pass without learning. */
export { adversaryLaw, type AdversaryReport, judgeAgain } from './adversary-law.ts';
export { efforts, REPORT_SEED } from './attack.ts';
