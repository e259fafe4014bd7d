/** Tasks, their templates and their verdicts. */
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
export { Verdict } from './verdict.ts';
