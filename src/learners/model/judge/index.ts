/** How far a judge's judgements can be relied on, question by question, and what guards a loop that trains on them. */
export { confirmPairs, type RankedPair } from './confirm-pair.ts';
export { type AgreementReport, judgeAgreement } from './judge-agreement.ts';
export { discoveries } from './discoveries.ts';
export { type Comparison, type DrawnAnswer, type JudgedAnswer, type Judgements, mergeAnswers } from './judgements.ts';
export { createPreferenceTest, type PreferenceTest } from './preference-test.ts';
