import { z } from 'zod';
import { Json, type Run, RunEvent } from '#contracts';
import { Fault } from '#kernel';
import type { StoreReader } from '#store';
import { type LiveStatus, readStatuses } from './live/live-status.ts';
import { Checked, type ServerPorts } from './ports.ts';
import { BenchList, BenchResult } from './views/bench-view.ts';
import { CertificateRow, certificateRow, CertificateView, certificateView } from './views/certificates-view.ts';
import { EvolveFold, EvolveView } from './views/evolve-view.ts';
import { Folds } from './views/folds.ts';
import { MachineTrace, MachineView } from './views/machine-view.ts';
import { RolloutList, rolloutList, RolloutRows, RolloutTrace, rolloutTrace } from './views/rollouts-view.ts';
import { RunRow, RunState, RunView, RunViews } from './views/run-view.ts';
import { QuestionBooks, QuestionTrace } from './views/question-books.ts';
import { QuestionList, questionList, questionTrace, SelfPlayFold, SelfPlayView } from './views/self-play-view.ts';
import { skillFiles, SkillFold, SkillView } from './views/skill-view.ts';

/** What is served. */
export interface Served {
  readonly store: StoreReader;
  readonly ports: ServerPorts;
  readonly version: string;
  readonly workspace: string;
}

/** What the answers are made from: the store, and what was read from it before. */
export interface Sources extends Served {
  readonly views: RunViews;
  readonly books: QuestionBooks;
  readonly rollouts: RolloutRows;
  readonly skills: Folds<SkillFold>;
  readonly evolves: Folds<EvolveFold>;
  readonly plays: Folds<SelfPlayFold>;
}

export function sourcesOf(served: Served): Sources {
  const { store, workspace } = served;
  const books = new QuestionBooks(store);
  return {
    ...served,
    books,
    views: new RunViews(store, workspace),
    rollouts: new RolloutRows(store),
    skills: new Folds(store, (config) => new SkillFold(config)),
    evolves: new Folds(store, () => new EvolveFold()),
    plays: new Folds(store, () => new SelfPlayFold(books)),
  };
}

/** One question that can be asked: what it takes and what it answers are schemas, and the description of the API is made from them. */
export interface Route {
  readonly method: 'get' | 'post';
  /** Below `/api`; `:name` is a part of the path. */
  readonly path: string;
  readonly says: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly reply: z.ZodType;
  answer(sources: Sources, asked: Asked): unknown;
}

export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Keeps the answer of a route true to its schema. */
function define<Reply extends z.ZodType>(
  route: Omit<Route, 'reply' | 'answer'> & {
    readonly reply: Reply;
    readonly answer: (sources: Sources, asked: Asked) => z.infer<Reply> | Promise<z.infer<Reply>>;
  },
): Route {
  return route;
}

/** The run of a path; one that is not there is a fault. */
export function runAt({ store }: Pick<Sources, 'store'>, params: Readonly<Record<string, string>>): Run {
  const id = params['run'] ?? '';
  const run = store.getRun(id);
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id}`, { details: { id } });
  return run;
}

function missing(what: string): never {
  throw new Fault('server/not-found', `there is no ${what}`);
}

const page = {
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(2000).default(200),
};

const RunsQuery = z.object({
  ...page,
  loop: z.string().optional(),
  state: RunState.optional(),
  search: z.string().optional().describe('part of an id, of the loop or of what was asked'),
});
const EventsQuery = z.object({ ...page, type: z.string().optional() });
const RolloutsQuery = z.object({
  ...page,
  name: z.string().optional(),
  outcome: z.enum(['passed', 'failed', 'unscored']).optional(),
});
const QuestionsQuery = z.object({
  ...page,
  which: z.enum(['kept', 'filtered']).optional(),
  kind: z.string().optional(),
  search: z.string().optional().describe('part of a question, or of the reason why it was filtered out'),
});
const StepBody = z.object({ slot: z.string(), task: z.int().min(0).max(1_000_000) });
const StartBody = z.object({ command: z.array(z.string().max(500)).min(1).max(40) });

const Health = z.strictObject({
  name: z.literal('pawl'),
  version: z.string(),
  workspace: z.string(),
  /** The workspace, or the address of a database without its password. */
  store: z.string(),
  bytes: z.int(),
  quota: z.int().nullable(),
});
export type Health = z.infer<typeof Health>;

const health = define({
  method: 'get',
  path: '/health',
  says: 'Which Pawl answers, for which workspace, and how much of its quota that takes.',
  reply: Health,
  answer: ({ version, workspace, ports }) => ({ name: 'pawl' as const, version, workspace, ...ports.house() }),
});

const listRuns = define({
  method: 'get',
  path: '/runs',
  says: 'Runs of the workspace, newest first.',
  query: RunsQuery,
  reply: z.strictObject({ runs: z.array(RunRow), total: z.int() }),
  answer({ store, views }, { query }) {
    const { from, limit, loop, state, search } = RunsQuery.parse(query);
    const wanted = search?.toLowerCase();
    const found = store
      .listRuns()
      .toReversed()
      .filter((run) => (loop ?? run.loop) === run.loop && (state === undefined || views.stateOf(run) === state))
      .filter(
        (run) => wanted === undefined || `${run.id} ${JSON.stringify(run.config)}`.toLowerCase().includes(wanted),
      );
    return { runs: found.slice(from, from + limit).map((run) => views.row(run)), total: found.length };
  },
});

const showRun = define({
  method: 'get',
  path: '/runs/:run',
  says: 'One run: how it stands, its curves, its decisions, what it used.',
  reply: RunView,
  answer: (sources, { params }) => sources.views.view(runAt(sources, params)),
});

const listEvents = define({
  method: 'get',
  path: '/runs/:run/events',
  says: 'Events of a run in order. The same as they happen: `/api/runs/:run/live`, as server-sent events.',
  query: EventsQuery,
  reply: z.strictObject({ events: z.array(RunEvent), length: z.int() }),
  answer(sources, { params, query }) {
    const { from, limit, type } = EventsQuery.parse(query);
    const { id } = runAt(sources, params);
    const types = type === undefined ? {} : { types: [type] };
    return {
      events: [...sources.store.eventsOf(id, { from, limit, ...types })],
      length: sources.store.lengthOf(id),
    };
  },
});

const showSkill = define({
  method: 'get',
  path: '/runs/:run/skill',
  says: 'The skill of a run of train: its versions, rules, steps and decisions.',
  reply: SkillView,
  answer(sources, { params }) {
    const { id } = runAt(sources, params);
    return sources.skills.of(id).view();
  },
});

const showSkillFiles = define({
  method: 'get',
  path: '/runs/:run/skill/:hash',
  says: 'The files of one version.',
  reply: z.strictObject({ hash: z.string(), files: z.record(z.string(), z.string()) }),
  answer(sources, { params }) {
    const run = runAt(sources, params);
    const hash = params['hash'] ?? '';
    return { hash, files: skillFiles(sources.store, run.config, hash) ?? missing(`skill ${hash}`) };
  },
});

const listRollouts = define({
  method: 'get',
  path: '/runs/:run/rollouts',
  says: 'Recorded calls of a run in the order in which they began: rollouts, questions to models, lessons.',
  query: RolloutsQuery,
  reply: RolloutList,
  answer: (sources, { params, query }) => rolloutList(sources, runAt(sources, params).id, RolloutsQuery.parse(query)),
});

const showRollout = define({
  method: 'get',
  path: '/runs/:run/rollouts/:key',
  says: 'One recorded call with its whole trace.',
  reply: RolloutTrace,
  answer(sources, { params }) {
    const { id } = runAt(sources, params);
    const key = params['key'] ?? '';
    return rolloutTrace(sources.store, id, key) ?? missing(`call ${key} in ${id}`);
  },
});

const listCertificates = define({
  method: 'get',
  path: '/runs/:run/certificates',
  says: 'The certificates of a run in the order they were issued.',
  reply: z.strictObject({ certificates: z.array(CertificateRow) }),
  answer: (sources, { params }) => ({
    certificates: sources.store.certificatesOf(runAt(sources, params).id).map(certificateRow),
  }),
});

function certificateAt(
  sources: Sources,
  params: Readonly<Record<string, string>>,
): ReturnType<StoreReader['certificatesOf']>[number] {
  const { id } = runAt(sources, params);
  const hash = params['hash'] ?? '';
  return (
    sources.store.certificatesOf(id).find((stored) => stored.hash === hash) ?? missing(`certificate ${hash} in ${id}`)
  );
}

const showCertificate = define({
  method: 'get',
  path: '/runs/:run/certificates/:hash',
  says: 'One certificate with the files it rests on.',
  reply: CertificateView,
  answer: (sources, { params }) => certificateView(sources.store, certificateAt(sources, params)),
});

const checkCertificate = define({
  method: 'post',
  path: '/runs/:run/certificates/:hash/check',
  says: 'Checks a certificate again, from the store alone.',
  reply: Checked,
  answer: (sources, { params }) => sources.ports.check(runAt(sources, params).id, certificateAt(sources, params).hash),
});

const showEvolve = define({
  method: 'get',
  path: '/runs/:run/evolve',
  says: 'What a run of evolve practised, proposed and proved.',
  reply: EvolveView,
  answer: (sources, { params }) => sources.evolves.of(runAt(sources, params).id).view(),
});

const showMachine = define({
  method: 'get',
  path: '/runs/:run/machine',
  says: 'The experts of a run of evolve, with their circuits.',
  reply: MachineView,
  answer: (sources, { params }) => sources.ports.machine(runAt(sources, params).id),
});

const stepMachine = define({
  method: 'post',
  path: '/runs/:run/machine/steps',
  says: 'Lets the machine do a task, and tells every step of it.',
  body: StepBody,
  reply: MachineTrace,
  answer: (sources, { params, body }) => sources.ports.stepMachine(runAt(sources, params).id, StepBody.parse(body)),
});

const showSelfPlay = define({
  method: 'get',
  path: '/runs/:run/selfplay',
  says: 'The questions of a run of self-play, and how generator, judge and solver stand.',
  reply: SelfPlayView,
  answer: (sources, { params }) => sources.plays.of(runAt(sources, params).id).view(),
});

const listQuestions = define({
  method: 'get',
  path: '/runs/:run/questions',
  says: 'Judged questions of a run of self-play, newest first.',
  query: QuestionsQuery,
  reply: QuestionList,
  answer: (sources, { params, query }) =>
    questionList(judgedEvents(sources, params), sources.books, QuestionsQuery.parse(query)),
});

const showQuestion = define({
  method: 'get',
  path: '/runs/:run/questions/:question',
  says: 'One question with every answer and every vote of the judge.',
  reply: QuestionTrace,
  answer(sources, { params }) {
    const id = params['question'] ?? '';
    return questionTrace(judgedEvents(sources, params), sources.books, id) ?? missing(`question ${id}`);
  },
});

function judgedEvents(sources: Sources, params: Asked['params']): Iterable<RunEvent> {
  return sources.store.eventsOf(runAt(sources, params).id, { types: ['questions-judged'] });
}

const listBench = define({
  method: 'get',
  path: '/bench',
  says: 'Results of benchmarks that lie in the folder of results.',
  reply: BenchList,
  answer: ({ ports, store, workspace }) => ({ ...ports.benchmarks(), running: benchmarksNow(store, workspace) }),
});

/** What processes say of themselves that write no run: benchmarks under way. */
function benchmarksNow(store: StoreReader, workspace: string): LiveStatus[] {
  const open = store.listRuns().filter(({ status }) => status === 'open');
  const holders = new Set(open.map(({ id }) => store.holderOf(id)?.pid));
  return readStatuses(workspace).flatMap(({ pid, status }) => (holders.has(pid) ? [] : [status]));
}

const showBench = define({
  method: 'get',
  path: '/bench/:name',
  says: 'One result: tables, plots, targets, configuration.',
  reply: BenchResult,
  answer: ({ ports }, { params }) => ports.benchmark(params['name'] ?? ''),
});

const startRun = define({
  method: 'post',
  path: '/runs',
  says: 'Starts a run in a process of its own: the words of a command line after `pawl`.',
  body: StartBody,
  reply: z.strictObject({ pid: z.int(), run: z.string().nullable() }),
  answer: ({ ports }, { body }) => ports.start(StartBody.parse(body).command),
});

const stopRun = define({
  method: 'post',
  path: '/runs/:run/stop',
  says: 'Asks the process of a run to stop; the run stays open and can be resumed.',
  reply: z.strictObject({ ok: z.literal(true) }),
  async answer(sources, { params }) {
    await sources.ports.stop(runAt(sources, params).id);
    return { ok: true as const };
  },
});

const resumeRun = define({
  method: 'post',
  path: '/runs/:run/resume',
  says: 'Takes a run up again, in a process of its own.',
  reply: z.strictObject({ pid: z.int(), run: z.string().nullable() }),
  answer(sources, { params }) {
    const { id, loop } = runAt(sources, params);
    return sources.ports.start([loop, '--resume', id]);
  },
});

/** A fault as the API tells it. */
export const FaultReply = z.strictObject({
  fault: z.strictObject({ code: z.string(), message: z.string(), hint: z.string(), details: Json.optional() }),
});

/** All questions, in the order of the description. */
export const routes: readonly Route[] = [
  health,
  listRuns,
  showRun,
  listEvents,
  showSkill,
  showSkillFiles,
  listRollouts,
  showRollout,
  listCertificates,
  showCertificate,
  checkCertificate,
  showEvolve,
  showMachine,
  stepMachine,
  showSelfPlay,
  listQuestions,
  showQuestion,
  listBench,
  showBench,
  startRun,
  stopRun,
  resumeRun,
];
