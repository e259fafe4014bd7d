/** Practice worlds whose truth is known outside the loop. */
export type { JudgeProfile } from './judge-profile.ts';
export type { WorldPlan } from './practice-world.ts';
export { practiceForms, practiceWorldNames } from './practice-forms.ts';
export {
  createPracticeExaminer,
  createPracticeJudge,
  type Examiner,
  type PracticeChoice,
  writePracticeCorpus,
} from './practice-process.ts';
