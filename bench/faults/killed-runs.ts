import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRow } from './fault-report.ts';
import { callsAtOnce, type PaidProvider } from './paid-provider.ts';
import type { Bench } from './fault-bench.ts';
import type { Ended, Started } from './start-pawl.ts';
import { resultIn, Trial } from './trial.ts';

/** How an undisturbed run on the provider ends, and what it pays for. */
export interface Undisturbed {
  readonly hash: string;
  readonly calls: number;
}

/** Nothing where that run does not end. */
export async function undisturbedRun(bench: Bench, provider: PaidProvider): Promise<Undisturbed | undefined> {
  const before = provider.calls();
  const { hash } = resultIn(await new Trial(bench, 'undisturbed', provider.files).start().ended);
  return hash === undefined ? undefined : { hash, calls: provider.calls() - before };
}

/** A run under way as a process. */
class LiveRun {
  readonly #trial: Trial;
  readonly #more: readonly string[];
  #now: Started;

  constructor(trial: Trial, more: readonly string[]) {
    this.#trial = trial;
    this.#more = more;
    this.#now = trial.start(more);
  }

  get ended(): Promise<Ended> {
    return this.#now.ended;
  }

  async kill(): Promise<void> {
    this.#now.child.kill('SIGKILL');
    await this.#now.ended;
  }

  async killAndResume(): Promise<void> {
    await this.kill();
    this.#now = this.#trial.start(['--resume', 'latest', ...this.#more]);
  }
}

/** One way to disturb a run. */
export interface Strike {
  readonly fault: string;
  readonly kills: number;
  /** Paid calls that one kill can hit: all that may be under way at what is killed. */
  readonly hits?: number;
  make(run: LiveRun): Promise<void>;
}

export const killCoordinator = (fault: string, kills: number): Strike => ({
  fault,
  kills,
  make: (run) => run.killAndResume(),
});

/** What a run is given beside its files, and what is to be done after it. */
interface Surroundings {
  readonly more: readonly string[];
  end(): Promise<void>;
}

/** A run in one process. */
export const alone: Surroundings = { more: [], end: () => Promise.resolve() };

/** Kills in one run: it must come to an end. */
const mostKills = 10;
const patienceMs = 600_000;

/**
 * Kills at random points of training runs until so many were made. Each run must end with the hash of the undisturbed one, and pay again for
 * no more than what was under way.
 */
export async function killDuringRuns(
  bench: Bench,
  strike: Strike,
  { provider, undisturbed }: { readonly provider: PaidProvider; readonly undisturbed: Undisturbed },
  surround: (run: number) => Promise<Surroundings>,
): Promise<FaultRow> {
  const { fault, kills, hits = callsAtOnce } = strike;
  const total = { injected: 0, survived: 0, lost: 0, repeated: 0, recoveryMs: 0 };
  let note: string | undefined;
  for (let i = 0; total.injected < kills; i += 1) {
    const around = await surround(i);
    const trial = new Trial(bench, `${fault.replaceAll(/\W+/g, '-')}-${i}`, provider.files);
    const before = provider.calls();
    const run = new LiveRun(trial, around.more);
    const made = await disturb(run, Math.min(mostKills, kills - total.injected), { bench, strike, provider });
    const ended = await within(run);
    await around.end();
    const repeated = provider.calls() - before - undisturbed.calls;
    const why = wrongIn(ended, undisturbed.hash) ?? tooMany(repeated, made.kills * hits);
    total.injected += made.kills;
    total.survived += why === undefined ? made.kills : 0;
    total.lost += Number(why !== undefined);
    total.repeated += Math.max(0, repeated);
    total.recoveryMs = Math.max(total.recoveryMs, made.recoveryMs);
    note ??= why;
    if (why === undefined) rmSync(trial.folder, { recursive: true, force: true });
  }
  return { fault, ...total, allowed: kills * hits, ...(note === undefined ? {} : { note }) };
}

/** Kills until the run is over; after each it waits until the run goes on. */
async function disturb(
  run: LiveRun,
  most: number,
  { bench, strike, provider }: { readonly bench: Bench; readonly strike: Strike; readonly provider: PaidProvider },
): Promise<{ readonly kills: number; readonly recoveryMs: number }> {
  let [kills, recoveryMs] = [0, 0];
  const isOver = async (event: Promise<unknown>): Promise<boolean> =>
    Promise.race([event.then(() => false), run.ended.then(() => true)]);
  if (await isOver(provider.nextCall())) return { kills, recoveryMs };
  while (kills < most && !(await isOver(wait(bench.rng.below(1500))))) {
    const began = performance.now();
    const goesOn = provider.nextCall();
    await strike.make(run);
    kills += 1;
    await isOver(goesOn);
    recoveryMs = Math.max(recoveryMs, performance.now() - began);
  }
  return { kills, recoveryMs };
}

/** The end of a run, which is brought about where it does not come. */
async function within(run: LiveRun): Promise<Ended> {
  const timer = setTimeout(() => void run.kill(), patienceMs);
  const ended = await run.ended;
  clearTimeout(timer);
  return ended;
}

function wrongIn(ended: Ended, hash: string): string | undefined {
  if (resultIn(ended).hash === hash) return undefined;
  return `code ${ended.code}, signal ${ended.signal}, another end: ${ended.err.slice(-300)}`;
}

function tooMany(repeated: number, allowed: number): string | undefined {
  return repeated > allowed ? `${repeated} calls were paid again, more than the ${allowed} under way` : undefined;
}
