/** The nouns that cross folders or reach disk, and the ports to the world. */
export {
  blobsOf,
  Certificate,
  certificateOf,
  claimWords,
  ExhaustiveCertificate,
  OldCertificate,
  OutcomeEvidence,
  PairedOutcome,
  ProofCertificate,
  StatisticalCertificate,
} from './certificate.ts';
export {
  type AnyJobKind,
  type Dispatcher,
  type JobContext,
  type JobData,
  type JobKind,
  type JobOptions,
  runJobs,
} from './dispatcher.ts';
export { statementWords } from './claim-words.ts';
export { HashText, Json } from './json.ts';
export { Message, type ModelClient, type ModelReply, type ModelRequest, Tool, Usage } from './model-client.ts';
export { Outage, Outcome, Score } from './outcome.ts';
export { Patch } from './patch.ts';
export type { Blobs, Clock, Journal, Progress, ShouldStop, Threads, Timer } from './ports.ts';
export { Run, RunEvent, RunStatus, SignatureLink } from './run.ts';
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
export {
  type Harness,
  type HarnessReply,
  type HarnessRequest,
  type RolloutRequest,
  type Sandbox,
  type SandboxJob,
  type SandboxResult,
  type ScorableReply,
  type Scorer,
  SkillFiles,
  SkillTask,
  type SkillWorld,
  Split,
  type Spend,
} from './skill-world.ts';
export {
  type ExpertText,
  type GraphNodeText,
  mapCircuits,
  type PlanePredicate,
  type ProgramText,
  type Statement,
  StoredStatement,
} from './statement.ts';
export { Domain, Task } from './task.ts';
export type {
  AnyTemplate,
  BitCodec,
  BitFace,
  Environment,
  Judged,
  KnownBaseline,
  Metric,
  Optimum,
  ParamRange,
  Params,
  Policy,
  SequenceView,
  StepResult,
  Template,
  TextFace,
  Trace,
} from './template.ts';
export { TrialFigures, TrialRecord, trialStep } from './trial-record.ts';
export { Verdict } from './verdict.ts';
export { type FacePorts, type PortedBits, portsOfFace, portsOfShape, type WordPort } from './word-ports.ts';
export { bitsShape, emptyShape, lengthLeaf, widthOfShape, type WordLeaf, type WordShape } from './word-shape.ts';
