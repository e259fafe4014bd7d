/** What a model that plays with itself asks, answers, learns from. */
export {
  type AnswerJudge,
  Checkpoint,
  CompareItem,
  type JudgeItems,
  Preference,
  PreferencePair,
  type QuestionForm,
  RankItem,
  Ranking,
  RewardedText,
  type Sampler,
  type SampleRequest,
  ScoreItem,
  type Trainer,
  type TrainingBatch,
  TrainingMethod,
} from './self-play.ts';
