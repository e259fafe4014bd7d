import { copyFileSync, cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalText, invariant, type Rng } from '#foundation/kernel';
import { openStore } from '#world/store';
import { type FaultRow, notRun } from './fault-report.ts';
import { alone, killCoordinator, killDuringRuns, undisturbedRun } from './killed-runs.ts';
import { startPaidProvider } from './paid-provider.ts';
import { powerLoss } from './power-loss.ts';
import type { Bench } from './fault-bench.ts';
import { type Ended, startPawl, startProgram } from './start-pawl.ts';
import { resultIn, Trial } from './trial.ts';

/** Faults of processes and files. */
export async function* storeFaults(bench: Bench): AsyncGenerator<FaultRow> {
  const honest = new Trial(bench, 'honest');
  const { hash = '' } = resultIn(await honest.start().ended);
  if (hash === '') {
    yield notRun('processes and files', 'the undisturbed run did not end');
    return;
  }
  yield await killTraining(bench);
  yield await powerLoss(bench, hash);
  yield await twoWriters(bench, hash);
  yield await fullDisk(bench, hash);
  yield await readOnly(bench, honest);
  yield clockSetBack(bench);
  yield await olderStore(bench, honest);
  yield await damage(bench, honest, 'a bit of the store flipped', (file, rng) =>
    flipBit(file, rng, (bytes) => rng.below(bytes.length)),
  );
  yield await damage(bench, honest, 'a bit of a certificate flipped', (file, rng) =>
    flipBit(file, rng, (bytes) => placeInCertificate(bytes, dirname(file), rng)),
  );
  yield await damage(bench, honest, 'the store cut short', (file, rng) =>
    truncateSync(file, rng.below(statSync(file).size)),
  );
}

function flipBit(file: string, rng: Rng, place: (bytes: Buffer) => number): void {
  const bytes = readFileSync(file);
  const at = place(bytes);
  bytes[at] = bytes[at]! ^ (1 << rng.below(8));
  writeFileSync(file, bytes);
}

/** A byte of the text of a certificate. SQLite keeps at least the first 480 bytes of a row together, in pages of 4096. */
function placeInCertificate(bytes: Buffer, workspace: string, rng: Rng): number {
  const store = openStore(workspace);
  const run = store.listRuns().at(-1)!.id;
  const text = canonicalText(rng.pick(store.certificatesOf(run)).certificate);
  store.close();
  const begin = bytes.indexOf(text.slice(0, 300));
  invariant(begin >= 0, 'the certificate is in the file');
  return begin + rng.below(Math.min(text.length, 300));
}

async function killTraining(bench: Bench): Promise<FaultRow> {
  const fault = 'kill -9 of the coordinator';
  const provider = await startPaidProvider();
  try {
    const undisturbed = await undisturbedRun(bench, provider);
    if (undisturbed === undefined) return notRun(fault, 'the undisturbed run did not end');
    const strike = killCoordinator(fault, bench.times(50, 3));
    return await killDuringRuns(bench, strike, { provider, undisturbed }, () => Promise.resolve(alone));
  } finally {
    await provider.close();
  }
}

async function twoWriters(bench: Bench, hash: string): Promise<FaultRow> {
  const trial = new Trial(bench, 'two-writers');
  const first = trial.start();
  const others: Ended[] = [];
  for (let i = 0; i < 2; i += 1) others.push(await trial.start(['--resume', 'latest']).ended);
  const isSame = resultIn(await first.ended).hash === hash;
  const areRefused = others.every((other) => other.code === 1 || resultIn(other).hash === hash);
  return {
    fault: 'two writers on one run',
    injected: 2,
    survived: isSame && areRefused ? 2 : 0,
    lost: isSame ? 0 : 1,
    repeated: 0,
    recoveryMs: null,
  };
}

/** The store lies on a file system of its own with so little room; what was written there before it was full is resumed where there is room. */
async function fullDisk(bench: Bench, hash: string): Promise<FaultRow> {
  const fault = 'a full disk';
  if (!bench.has('bwrap')) return notRun(fault, 'bubblewrap is not installed');
  let [survived, lost, recoveryMs] = [0, 0, 0];
  let note: string | undefined;
  const sizes = [200_000, 60_000, 400_000, 100_000, 300_000].slice(0, bench.times(5, 1));
  for (const bytes of sizes) {
    const trial = new Trial(bench, `full-${bytes}`);
    const kept = join(trial.folder, 'kept');
    const small = ['bwrap', '--dev-bind', '/', '/', '--size', String(bytes), '--tmpfs', trial.store];
    const full = await trial.start([], [...small, 'sh', '-c', `"$@"; code=$?; cp -r .pawl ${kept}; exit $code`, 'sh'])
      .ended;
    cpSync(kept, trial.store, { recursive: true });
    const again = await trial.finish();
    recoveryMs = Math.max(recoveryMs, again.milliseconds);
    const isSaid = full.code === 1 && !full.err.includes('bug:');
    if (again.hash !== hash) lost += 1;
    else if (isSaid) survived += 1;
    if (again.hash !== hash || !isSaid) note ??= `code ${full.code}: ${full.err.slice(-200)} ${again.said.slice(-200)}`;
  }
  return {
    fault,
    injected: sizes.length,
    survived,
    lost,
    repeated: 0,
    recoveryMs,
    ...(note === undefined ? {} : { note }),
  };
}

async function readOnly(bench: Bench, honest: Trial): Promise<FaultRow> {
  const fault = 'a read-only folder';
  if (!bench.has('bwrap')) return notRun(fault, 'bubblewrap is not installed');
  const inside = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', honest.store, honest.store];
  const written = await honest.start(['--seed', '9'], inside).ended;
  const audit = await startPawl(bench.program, ['audit', 'latest', '--workspace', honest.store], bench.folder, inside)
    .ended;
  const [isRefused, isRead] = [written.code === 1 && written.err.includes('store/'), audit.code === 0];
  const note = isRefused && isRead ? {} : { note: `${written.err.slice(-200)} ${audit.err.slice(-200)}` };
  return {
    fault,
    injected: 2,
    survived: Number(isRefused) + Number(isRead),
    lost: 0,
    repeated: 0,
    recoveryMs: null,
    ...note,
  };
}

/** Each run begins and ends an hour before the one before: the order stays that of beginning, and hashes are those of a steady clock. */
function clockSetBack(bench: Bench): FaultRow {
  const record = (name: string, hour: number): { ids: string[]; hashes: string[]; order: string[] } => {
    let now = 1e12;
    const clock = { now: () => (now += hour) };
    const store = openStore(join(bench.folder, name), { clock });
    const made = [1, 2, 3].map((seed) => {
      const journal = store.createRun({ loop: 'train', seed, config: null });
      for (let i = 0; i < 5; i += 1) journal.emit('step-done', i);
      return { id: journal.run, hash: journal.finish({ seed }) };
    });
    const order = store.listRuns().map(({ id }) => id);
    store.close();
    return { ids: made.map(({ id }) => id), hashes: made.map(({ hash }) => hash), order };
  };
  const [back, steady] = [record('clock-back', -3_600_000), record('clock-steady', 1)];
  const isSame = String(back.hashes) === String(steady.hashes) && String(back.order) === String(back.ids);
  return {
    fault: 'a clock that goes backwards',
    injected: 3,
    survived: isSame ? 3 : 0,
    lost: isSame ? 0 : 3,
    repeated: 0,
    recoveryMs: null,
  };
}

/** The store as the version before left it: without the hash over steps. It is opened, migrated, audited and gone on with. */
async function olderStore(bench: Bench, honest: Trial): Promise<FaultRow> {
  const trial = new Trial(bench, 'older');
  cpSync(honest.store, trial.store, { recursive: true });
  const script = fileURLToPath(new URL('older-store.mjs', import.meta.url));
  await startProgram([process.execPath, script, join(trial.store, 'pawl.db')], bench).ended;
  const migrated = await trial.pawl('runs', 'list', '--json');
  const again = resultIn(await trial.start(['--resume', 'latest']).ended);
  const before = resultIn(await honest.start(['--resume', 'latest']).ended);
  const isSame = again.hash !== undefined && again.hash === before.hash;
  return {
    fault: 'a store of an older version',
    injected: 1,
    survived: Number(isSame),
    lost: Number(!isSame),
    repeated: 0,
    recoveryMs: null,
    ...(isSame ? {} : { note: migrated.err.slice(-200) }),
  };
}

/** Damage is found by the audit or by opening the store, or it changed nothing that can be read; no process ends by a signal. */
async function damage(
  bench: Bench,
  honest: Trial,
  fault: string,
  harm: (file: string, rng: Rng) => void,
): Promise<FaultRow> {
  const count = bench.times(40, 4);
  // Not in the folder of the run: each of these processes would load all that its config can speak of.
  const pawl = (workspace: string, ...args: readonly string[]): Promise<Ended> =>
    startPawl(bench.program, [...args, '--workspace', workspace], bench.folder).ended;
  const before = (await pawl(honest.store, 'runs', 'export', 'latest')).out;
  let [survived, lost] = [0, 0];
  let note: string | undefined;
  for (let i = 0; i < count; i += 1) {
    const folder = join(bench.folder, 'damaged');
    cpSync(honest.store, folder, { recursive: true });
    copyFileSync(join(honest.store, 'pawl.db'), join(folder, 'pawl.db'));
    harm(join(folder, 'pawl.db'), bench.rng);
    const audit = await pawl(folder, 'audit', 'latest');
    const isFound = audit.signal === null && (audit.code === 3 || (audit.code === 1 && !audit.err.includes('bug:')));
    const isSame = audit.code === 0 && (await pawl(folder, 'runs', 'export', 'latest')).out === before;
    if (isFound || isSame) survived += 1;
    else {
      lost += 1;
      note ??= `code ${audit.code}, signal ${audit.signal}: ${audit.err.slice(0, 200)}`;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    fault,
    injected: count,
    survived,
    lost,
    repeated: 0,
    recoveryMs: null,
    ...(note === undefined ? {} : { note }),
  };
}
