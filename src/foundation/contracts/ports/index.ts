/** The ports to the world: journal, clocks, models, where work runs. */
export {
  type AnyJobKind,
  type Dispatcher,
  type JobContext,
  type JobData,
  type JobKind,
  type JobOptions,
  runJobs,
} from './dispatcher.ts';
export {
  type Ask,
  Message,
  type ModelClient,
  type ModelReply,
  type ModelRequest,
  Tool,
  Usage,
} from './model-client.ts';
export type { Blobs, Clock, Journal, Progress, Threads, Timer } from './ports.ts';
