import { z } from 'zod';
import { Json, type Run } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import { numberAt } from '../json-fields.ts';
import { LiveStatus, readStatus } from '../live/live-status.ts';
import { Curve } from './curve.ts';
import { Decision } from './decision.ts';
import { Folds } from './folds.ts';
import { noteFrom, RunNote } from './notes.ts';
import { RunFold } from './run-fold.ts';
import { RunSetting, runSettings } from './run-settings.ts';
import { runSentence } from './run-sentence.ts';

/** How a run stands; `open` is neither running here nor ended: it waits for `--resume`. */
export const RunState = z.enum(['running', 'open', 'done', 'failed']);

const Used = z.strictObject({
  calls: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  dollars: z.number(),
  rollouts: z.number(),
});

/** A run in a list. */
export const RunRow = z.strictObject({
  id: z.string(),
  loop: z.string(),
  seed: z.int(),
  state: RunState,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  events: z.int(),
  score: z.number().nullable(),
  scoreBefore: z.number().nullable(),
  sparkline: z.array(z.number()),
  accepted: z.int(),
  rejected: z.int(),
  undecided: z.int(),
  used: Used,
  simulated: z.boolean(),
  note: RunNote,
});
export type RunRow = z.infer<typeof RunRow>;

/** A run on its own page. */
export const RunView = z.strictObject({
  ...RunRow.shape,
  /** What was learnt, what shows it, what it cost; nothing where the loop does not tell. */
  sentence: z.string().nullable(),
  hash: z.string().nullable(),
  config: Json,
  /** What was asked for, in clear. */
  settings: z.array(RunSetting),
  summary: Json.nullable(),
  phase: z.string().nullable(),
  steps: z.strictObject({ done: z.number(), total: z.number().nullable() }),
  curves: z.array(Curve),
  decisions: z.array(Decision),
  limits: z.array(z.strictObject({ name: z.string(), most: z.number() })),
  alpha: z.number().nullable(),
  spent: z.number(),
  counts: z.array(z.strictObject({ type: z.string(), count: z.int() })),
  certificates: z.int(),
  status: LiveStatus.nullable(),
  headline: Json.nullable(),
  /** Which pages have something to show. */
  pages: z.array(z.string()),
});
export type RunView = z.infer<typeof RunView>;

/** Decisions that a page shows at most; older ones are in the event feed. */
const MOST_DECISIONS = 500;

/** Rows of ended runs that are kept. */
const MOST_ROWS = 10_000;

/** What the events of runs say, kept between requests. */
export class RunViews {
  readonly #store: StoreReader;
  readonly #workspace: string;
  readonly #folds: Folds<RunFold>;
  /** Rows of runs that ended: they change no more. */
  readonly #ended = new Map<string, Omit<RunRow, 'note'>>();

  constructor(store: StoreReader, workspace: string) {
    this.#store = store;
    this.#workspace = workspace;
    this.#folds = new Folds(store, () => new RunFold());
  }

  /** The fold of a run with everything that is committed by now. */
  foldOf(run: string): RunFold {
    return this.#folds.of(run);
  }

  stateOf(run: Run): z.infer<typeof RunState> {
    if (run.status !== 'open') return run.status;
    return this.#store.holderOf(run.id)?.isAlive === true ? 'running' : 'open';
  }

  statusOf(run: Run): LiveStatus | undefined {
    const holder = run.status === 'open' ? this.#store.holderOf(run.id) : undefined;
    return holder?.isAlive === true && holder.isHere ? readStatus(this.#workspace, holder.pid) : undefined;
  }

  row(run: Run, notes = this.#store.notesOfRuns()): RunRow {
    return { ...this.#told(run), note: noteFrom(notes.get(run.id)) };
  }

  #told(run: Run): Omit<RunRow, 'note'> {
    const known = run.status === 'done' ? this.#ended.get(`${run.id} ${run.startedAt}`) : undefined;
    if (known !== undefined) return known;
    const row = this.#row(run);
    if (this.#ended.size >= MOST_ROWS) this.#ended.clear();
    if (run.status === 'done') this.#ended.set(`${run.id} ${run.startedAt}`, row);
    return row;
  }

  #row(run: Run): Omit<RunRow, 'note'> {
    const fold = this.foldOf(run.id);
    const count = (verdict: Decision['verdict']): number =>
      fold.decisions.filter((decision) => decision.verdict === verdict).length;
    return {
      id: run.id,
      loop: run.loop,
      seed: run.seed,
      state: this.stateOf(run),
      startedAt: run.startedAt,
      endedAt: run.endedAt ?? null,
      events: fold.next,
      score: fold.score,
      scoreBefore: fold.scoreBefore,
      sparkline: fold.curves(40)[0]?.y ?? [],
      accepted: count('accepted'),
      rejected: count('rejected'),
      undecided: count('undecided'),
      // Once it ended, its summary also counts what the last checks asked of a judge.
      used: { ...fold.used, calls: numberAt(run.summary ?? null, 'judgeCalls') ?? fold.used.calls },
      simulated: fold.simulated,
    };
  }

  view(run: Run): RunView {
    const row = this.row(run);
    const fold = this.foldOf(run.id);
    return {
      ...row,
      sentence: runSentence(run, fold),
      hash: run.hash ?? null,
      config: run.config,
      settings: runSettings(this.#store, run),
      summary: run.summary ?? null,
      phase: fold.phase,
      steps: fold.steps,
      curves: fold.curves(),
      decisions: fold.decisions.slice(-MOST_DECISIONS),
      limits: fold.limits,
      alpha: fold.alpha,
      spent: fold.spent,
      counts: [...fold.counts].map(([type, count]) => ({ type, count })).toSorted((a, b) => b.count - a.count),
      certificates: this.#store.certificatesOf(run.id).length,
      status: this.statusOf(run) ?? null,
      headline: fold.headline,
      pages: pagesOf(run.loop),
    };
  }
}

function pagesOf(loop: string): string[] {
  const own: Readonly<Record<string, readonly string[]>> = {
    train: ['skill', 'matrix', 'rollouts'],
    eval: ['rollouts'],
    evolve: ['evolve', 'machine', 'episodes'],
    practise: ['episodes'],
    learn: ['rule'],
    selfplay: ['selfplay', 'questions', 'rollouts'],
  };
  return ['overview', ...(own[loop] ?? []), 'certificates', 'events'];
}
