import { z } from 'zod';
import { Json, RunEvent } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import { type LiveStatus, readStatuses } from './live/live-status.ts';
import { noteRoutes } from './note-routes.ts';
import { Checked, StartAsked, StartForm } from './ports.ts';
import { define, defineOfRun, missing, page, type Route } from './route.ts';
import type { Sources } from './sources.ts';
import { BenchList, BenchResult } from './views/bench-view.ts';
import { CertificateList, certificateList, CertificateView, certificateView } from './views/certificates-view.ts';
import { decisionOf } from './views/decision.ts';
import { EvolveView } from './views/evolve-view.ts';
import { MachineTrace, MachineView } from './views/machine-view.ts';
import { MatrixView, matrixView } from './views/matrix-view.ts';
import { noteFrom, type RunNote } from './views/notes.ts';
import { QuestionTrace } from './views/question-books.ts';
import { RolloutList, rolloutList, RolloutTrace, rolloutTrace } from './views/rollouts-view.ts';
import { RunOrder, sortRuns } from './views/run-order.ts';
import { RunRow, RunState, RunView } from './views/run-view.ts';
import { QuestionList, questionList, questionTrace, SelfPlayView } from './views/self-play-view.ts';
import { SearchView, searchView } from './views/search-view.ts';
import { skillFiles, SkillView } from './views/skill-view.ts';
import { TrialView, trialView } from './views/trial-view.ts';

const RunsQuery = z.object({
  ...page,
  loop: z.string().optional(),
  state: RunState.optional(),
  search: z.string().optional().describe('part of an id, of the loop or of what was asked'),
  tag: z.string().optional(),
  starred: z.literal('1').optional().describe('1: only those with a star'),
  archived: z.literal('1').optional().describe('1: only those that were put away; they are left out otherwise'),
  sort: RunOrder.default('started').describe('what the list is ordered by'),
  down: z.enum(['1', '0']).default('1').describe('1: the greatest, or newest, first'),
});
const SearchQuery = z.object({ words: z.string().min(2).max(200) });
const EventsQuery = z.object({ ...page, type: z.string().optional() });
const RolloutsQuery = z.object({
  ...page,
  name: z.string().optional(),
  outcome: z.enum(['passed', 'failed', 'unscored']).optional(),
});
const MatrixQuery = z.object({
  ...page,
  before: z.string().optional().describe('hash of the version that the other is compared with'),
  after: z.string().optional(),
  changed: z.literal('1').optional().describe('1: only tasks whose score changed'),
  type: z.string().optional(),
  split: z.string().optional(),
  search: z.string().optional().describe('part of the name or of the text of a task'),
});
const CertificatesQuery = z.object({ ...page, kind: z.string().optional() });
const QuestionsQuery = z.object({
  ...page,
  which: z.enum(['kept', 'filtered']).optional(),
  kind: z.string().optional(),
  search: z.string().optional().describe('part of a question, or of the reason why it was filtered out'),
});
const StepBody = z.object({ slot: z.string(), task: z.int().min(0).max(1_000_000) });

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
  reply: z.strictObject({
    runs: z.array(RunRow),
    total: z.int(),
    loops: z.array(z.string()),
    tags: z.array(z.string()),
  }),
  answer({ store, views }, { query }) {
    const { from, limit, loop, state, search, sort, down, tag, starred, archived } = RunsQuery.parse(query);
    const wanted = search?.toLowerCase();
    const stored = store.notesOfRuns();
    const noteOf = (id: string): RunNote => noteFrom(stored.get(id));
    const found = store
      .listRuns()
      .toReversed()
      .filter((run) => (loop ?? run.loop) === run.loop && (state === undefined || views.stateOf(run) === state))
      .filter(
        (run) =>
          wanted === undefined ||
          `${run.id} ${JSON.stringify(run.config)} ${JSON.stringify(stored.get(run.id))}`
            .toLowerCase()
            .includes(wanted),
      )
      .filter(({ id }) => {
        const note = noteOf(id);
        const isAsked = (tag === undefined || note.tags.includes(tag)) && (starred === undefined || note.star);
        return isAsked && note.archived === (archived === '1');
      });
    const tags = [...new Set([...stored.keys()].flatMap((id) => noteOf(id).tags))].toSorted();
    const loops = [...new Set(store.listRuns().map((run) => run.loop))].toSorted();
    const page = <T>(all: readonly T[]): T[] => all.slice(from, from + limit);
    const runs =
      sort === 'started'
        ? page(down === '1' ? found : found.toReversed()).map((run) => views.row(run, stored))
        : page(
            sortRuns(
              found.map((run) => views.row(run, stored)),
              sort,
              down === '1',
            ),
          );
    return { runs, total: found.length, loops, tags };
  },
});

const searchRuns = define({
  method: 'get',
  path: '/search',
  says: 'What skills, rules, tasks and replies of all runs say. It reads so many texts at most, and tells where it stopped.',
  query: SearchQuery,
  reply: SearchView,
  answer: (sources, { query }) => searchView(sources, SearchQuery.parse(query).words),
});

const showRun = defineOfRun({
  path: '',
  says: 'One run: how it stands, its curves, its decisions, what it used.',
  reply: RunView,
  answer: ({ views }, run) => views.view(run),
});

const listEvents = defineOfRun({
  path: '/events',
  says: 'Events of a run in order. The same as they happen: `/api/runs/:run/live`, as server-sent events.',
  query: EventsQuery,
  reply: z.strictObject({ events: z.array(RunEvent), length: z.int() }),
  answer({ store }, { id }, { query }) {
    const { from, limit, type } = EventsQuery.parse(query);
    const types = type === undefined ? {} : { types: [type] };
    return { events: [...store.eventsOf(id, { from, limit, ...types })], length: store.lengthOf(id) };
  },
});

const showTrial = defineOfRun({
  path: '/decisions/:seq',
  says: 'The paired outcomes behind a decision, which is named by the position of its event.',
  reply: TrialView,
  answer({ store }, { id }, { params }) {
    const seq = z.coerce.number().int().min(0).parse(params['seq']);
    const [event] = store.eventsOf(id, { from: seq, limit: 1 });
    if (event === undefined || decisionOf(event) === undefined) return missing(`decision ${seq} in ${id}`);
    return trialView(store, id, event);
  },
});

const showSkill = defineOfRun({
  path: '/skill',
  says: 'The skill of a run of train: its versions, rules, steps and decisions.',
  reply: SkillView,
  answer: ({ skills }, { id }) => skills.of(id).view(),
});

const showSkillFiles = defineOfRun({
  path: '/skill/:hash',
  says: 'The files of one version.',
  reply: z.strictObject({ hash: z.string(), files: z.record(z.string(), z.string()) }),
  answer({ store }, { config }, { params }) {
    const hash = params['hash'] ?? '';
    return { hash, files: skillFiles(store, config, hash) ?? missing(`skill ${hash}`) };
  },
});

const listRollouts = defineOfRun({
  path: '/rollouts',
  says: 'Recorded calls of a run in the order in which they began: rollouts, questions to models, lessons.',
  query: RolloutsQuery,
  reply: RolloutList,
  answer: (sources, { id }, { query }) => rolloutList(sources, id, RolloutsQuery.parse(query)),
});

const showRollout = defineOfRun({
  path: '/rollouts/:key',
  says: 'One recorded call with its whole trace.',
  reply: RolloutTrace,
  answer({ store }, { id }, { params }) {
    const key = params['key'] ?? '';
    return rolloutTrace(store, id, key) ?? missing(`call ${key} in ${id}`);
  },
});

const showMatrix = defineOfRun({
  path: '/matrix',
  says: 'Tasks and versions of the skill: a score for each pair, with the calls behind it; what changed most first.',
  query: MatrixQuery,
  reply: MatrixView,
  answer: (sources, run, { query }) => matrixView(sources, run, MatrixQuery.parse(query)),
});

const listCertificates = defineOfRun({
  path: '/certificates',
  says: 'The certificates of a run in the order they were issued.',
  query: CertificatesQuery,
  reply: CertificateList,
  answer: ({ store }, { id }, { query }) => certificateList(store.certificatesOf(id), CertificatesQuery.parse(query)),
});

function certificateAt(store: StoreReader, run: string, hash = ''): ReturnType<StoreReader['certificatesOf']>[number] {
  return store.certificatesOf(run).find((stored) => stored.hash === hash) ?? missing(`certificate ${hash} in ${run}`);
}

const showCertificate = defineOfRun({
  path: '/certificates/:hash',
  says: 'One certificate with the files it rests on.',
  reply: CertificateView,
  answer: ({ store }, { id }, { params }) => certificateView(store, certificateAt(store, id, params['hash'])),
});

const checkCertificate = defineOfRun({
  method: 'post',
  path: '/certificates/:hash/check',
  says: 'Checks a certificate again, from the store alone.',
  reply: Checked,
  answer: ({ store, ports }, { id }, { params }) => ports.check(id, certificateAt(store, id, params['hash']).hash),
});

const showEvolve = defineOfRun({
  path: '/evolve',
  says: 'What a run of evolve practised, proposed and proved.',
  reply: EvolveView,
  answer: ({ evolves }, { id }) => evolves.of(id).view(),
});

const showMachine = defineOfRun({
  path: '/machine',
  says: 'The experts of a run of evolve, with their circuits.',
  reply: MachineView,
  answer: ({ ports }, { id }) => ports.machine(id),
});

const stepMachine = defineOfRun({
  method: 'post',
  path: '/machine/steps',
  says: 'Lets the machine do a task, and tells every step of it.',
  body: StepBody,
  reply: MachineTrace,
  answer: ({ ports }, { id }, { body }) => ports.stepMachine(id, StepBody.parse(body)),
});

const showSelfPlay = defineOfRun({
  path: '/selfplay',
  says: 'The questions of a run of self-play, and how generator, judge and solver stand.',
  reply: SelfPlayView,
  answer: ({ plays }, { id, summary }) => plays.of(id).view(summary),
});

const listQuestions = defineOfRun({
  path: '/questions',
  says: 'Judged questions of a run of self-play, newest first.',
  query: QuestionsQuery,
  reply: QuestionList,
  answer: (sources, { id }, { query }) =>
    questionList(judgedEvents(sources, id), sources.books, QuestionsQuery.parse(query)),
});

const showQuestion = defineOfRun({
  path: '/questions/:question',
  says: 'One question with every answer and every vote of the judge.',
  reply: QuestionTrace,
  answer(sources, { id }, { params }) {
    const question = params['question'] ?? '';
    return questionTrace(judgedEvents(sources, id), sources.books, question) ?? missing(`question ${question}`);
  },
});

function judgedEvents({ store }: Sources, run: string): Iterable<RunEvent> {
  return store.eventsOf(run, { types: ['questions-judged'] });
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

const listForms = define({
  method: 'get',
  path: '/forms',
  says: 'What can be started from here, and what each asks.',
  reply: z.strictObject({ forms: z.array(StartForm) }),
  answer: async ({ ports }) => ({ forms: [...(await ports.forms())] }),
});

const startRun = define({
  method: 'post',
  path: '/runs',
  says: 'Starts a run in a process of its own, from a filled form of `/forms`.',
  body: StartAsked,
  reply: z.strictObject({ pid: z.int(), run: z.string().nullable() }),
  answer: ({ ports }, { body }) => ports.start(StartAsked.parse(body)),
});

const stopRun = defineOfRun({
  method: 'post',
  path: '/stop',
  says: 'Asks the process of a run to stop; the run stays open and can be resumed.',
  reply: z.strictObject({ ok: z.literal(true) }),
  async answer({ ports }, { id }) {
    await ports.stop(id);
    return { ok: true as const };
  },
});

const resumeRun = defineOfRun({
  method: 'post',
  path: '/resume',
  says: 'Takes a run up again, in a process of its own.',
  reply: z.strictObject({ pid: z.int(), run: z.string().nullable() }),
  answer: ({ ports }, { id }) => ports.resume(id),
});

/** A fault as the API tells it. */
export const FaultReply = z.strictObject({
  fault: z.strictObject({ code: z.string(), message: z.string(), hint: z.string(), details: Json.optional() }),
});

/** All questions, in the order of the description. */
export const routes: readonly Route[] = [
  health,
  listRuns,
  searchRuns,
  ...noteRoutes,
  showRun,
  listEvents,
  showTrial,
  showSkill,
  showSkillFiles,
  listRollouts,
  showRollout,
  showMatrix,
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
  listForms,
  startRun,
  stopRun,
  resumeRun,
];
