/** What a model that plays with itself asks, answers, learns from. */
export {
  type AnswerJudge,
  Checkpoint,
  CompareItem,
  Preference,
  PreferencePair,
  type QuestionForm,
  RewardedText,
  type Sampler,
  type SampleRequest,
  ScoreItem,
  type Trainer,
  type TrainingBatch,
  TrainingMethod,
} from './self-play.ts';
