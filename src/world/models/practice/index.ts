/** Practice worlds whose truth is known outside the loop. */
export { practiceForms, practiceWorldNames } from './practice-forms.ts';
export {
  createPracticeExaminer,
  createPracticeJudge,
  type Examiner,
  type PracticeChoice,
  writePracticeCorpus,
} from './practice-process.ts';
