import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openStore } from '#world/store';
import { type FaultRow, notRun } from './fault-report.ts';
import type { Bench } from './fault-bench.ts';
import { actsIn, contentAfterLoss, type FileAct, tracedCalls } from './traced-files.ts';
import { Trial } from './trial.ts';

const fault = 'power lost, pages that were not synced are gone';
const files = ['pawl.db', 'pawl.db-wal'];

/**
 * Every write and sync of a training run is recorded by strace; then the power goes at random points: the files are built again
 * from what was synced by then, without the rest or with any part of it. The store must open whole, and the run must resume to the same
 * hash. At the very end, when the run was said to be done, it must be done.
 */
export async function powerLoss(bench: Bench, hash: string): Promise<FaultRow> {
  if (!bench.has('strace')) return notRun(fault, 'strace is not installed');
  const traced = new Trial(bench, 'traced');
  const trace = join(traced.folder, 'trace');
  const calls = ['-e', `trace=${tracedCalls}`, '--seccomp-bpf'];
  await traced.start([], ['strace', '-f', '-y', '-xx', '-s', '100000000', ...calls, '-o', trace]).ended;
  const acts = actsIn(readFileSync(trace, 'utf8')).filter(({ file }) => files.includes(basename(file)));
  if (acts.length === 0) return notRun(fault, 'strace recorded nothing');
  const cuts = bench.times(120, 12);
  const resumes = bench.times(10, 1);
  let [survived, lost, repeated, recoveryMs] = [0, 0, 0, 0];
  let note: string | undefined;
  for (let i = 0; i < cuts; i += 1) {
    const isEnd = i === cuts - 1;
    const trial = new Trial(bench, `power-${i}`);
    const before = acts.slice(0, isEnd ? acts.length : bench.rng.below(acts.length));
    // One time in three nothing unsynced is on the disk, else any part of it.
    const share = isEnd || bench.rng.chance(1 / 3) ? 0 : bench.rng.float();
    dropUnsynced(trial.store, before, () => bench.rng.chance(share));
    let why = openWhole(trial.store, isEnd ? hash : undefined);
    if (why === undefined && i < resumes) {
      const again = await trial.finish();
      if (again.hash !== hash) why = `resumed to another end: ${again.said.slice(-200)}`;
      repeated += again.repeated;
      recoveryMs = Math.max(recoveryMs, again.milliseconds);
    }
    if (why === undefined) survived += 1;
    else lost += 1;
    note ??= why;
  }
  return { fault, injected: cuts, survived, lost, repeated, recoveryMs, ...(note === undefined ? {} : { note }) };
}

function dropUnsynced(workspace: string, acts: readonly FileAct[], keeps: () => boolean): void {
  mkdirSync(workspace, { recursive: true });
  for (const file of new Set(acts.map((act) => act.file))) {
    writeFileSync(join(workspace, basename(file)), contentAfterLoss(acts, file, keeps));
  }
}

/** Why a store cannot be trusted; nothing where it can. */
function openWhole(workspace: string, done: string | undefined): string | undefined {
  try {
    const store = openStore(workspace);
    try {
      const runs = store.listRuns();
      for (const { id } of runs) {
        const length = [...store.eventsOf(id)].length;
        if (length !== store.lengthOf(id)) return `events of ${id} are missing`;
        const gone = store.effectsOf(id).find(({ result }) => store.getBlob(result) === undefined);
        if (gone !== undefined) return `the result of ${gone.name} is gone`;
      }
      if (done !== undefined && runs.at(-1)?.hash !== done) return 'a run that was said to be done is not';
      return undefined;
    } finally {
      store.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
