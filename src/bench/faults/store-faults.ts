import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Rng } from '#kernel';
import { type FaultRow, notRun } from './fault-report.ts';
import type { Bench } from './run-faults.ts';
import { type Ended, type Started, startPawl } from './start-pawl.ts';

const config = `train:
  target: simulated:easy
  epochs: 1
  batchSize: 20
`;

/** A training run as a process, and the same run resumed until it is done. */
class Trial {
  readonly #bench: Bench;
  readonly #folder: string;

  constructor(bench: Bench, name: string) {
    this.#bench = bench;
    this.#folder = join(bench.folder, name);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, 'pawl.config.yaml'), config);
  }

  get store(): string {
    return join(this.#folder, '.pawl');
  }

  start(more: readonly string[] = [], before: readonly string[] = []): Started {
    return startPawl(this.#bench.program, ['train', '--json', ...more], this.#folder, before);
  }

  pawl(...args: readonly string[]): Promise<Ended> {
    return startPawl(this.#bench.program, args, this.#folder).ended;
  }

  /** Resumes what is there, or starts where nothing is; the result, and what it took. */
  async finish(): Promise<{ hash?: string | undefined; repeated: number; milliseconds: number }> {
    const began = performance.now();
    let ended = await this.start(['--resume', 'latest']).ended;
    if (/store\/(no-runs|missing|unknown-run)|there is no run/.test(ended.err)) ended = await this.start().ended;
    return { ...resultIn(ended), milliseconds: performance.now() - began };
  }
}

const Trained = z.object({ hash: z.string().optional(), repeated: z.number().default(0) });

function resultIn({ out }: Ended): { hash?: string | undefined; repeated: number } {
  const line = out.trim().split('\n').at(-1) ?? '';
  try {
    return Trained.parse(JSON.parse(line));
  } catch {
    return { hash: undefined, repeated: 0 };
  }
}

/** Faults of processes and files. */
export async function* storeFaults(bench: Bench): AsyncGenerator<FaultRow> {
  const honest = new Trial(bench, 'honest');
  const began = performance.now();
  const { hash = '' } = resultIn(await honest.start().ended);
  const usualMs = performance.now() - began;
  if (hash === '') {
    yield notRun('processes and files', 'the undisturbed run did not end');
    return;
  }
  yield await killCoordinator(bench, hash, usualMs);
  yield await twoWriters(bench, hash);
  yield await fullDisk(bench, hash);
  yield await readOnly(bench, honest);
  yield await damage(bench, honest, 'a bit of the store flipped', (file, rng) => {
    const bytes = readFileSync(file);
    const at = rng.below(bytes.length);
    bytes[at] = bytes[at]! ^ (1 << rng.below(8));
    writeFileSync(file, bytes);
  });
  yield await damage(bench, honest, 'the store cut short', (file, rng) =>
    truncateSync(file, rng.below(statSync(file).size)),
  );
}

async function killCoordinator(bench: Bench, hash: string, usualMs: number): Promise<FaultRow> {
  const count = bench.quick ? 2 : 12;
  let [survived, lost, repeated, recoveryMs] = [0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const trial = new Trial(bench, `kill-${i}`);
    const { child, ended } = trial.start();
    await wait(usualMs * (0.3 + 0.7 * bench.rng.float()));
    child.kill('SIGKILL');
    await ended;
    const again = await trial.finish();
    if (again.hash === hash) survived += 1;
    else lost += 1;
    repeated += again.repeated;
    recoveryMs = Math.max(recoveryMs, again.milliseconds);
  }
  return { fault: 'kill -9 of the coordinator', injected: count, survived, lost, repeated, recoveryMs };
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

/** A limit on the size of files: what a full disk refuses, this refuses too. */
async function fullDisk(bench: Bench, hash: string): Promise<FaultRow> {
  const fault = 'no room for the store to grow';
  if (!bench.has('prlimit')) return notRun(fault, 'prlimit is not installed');
  let [survived, lost, recoveryMs] = [0, 0, 0];
  const sizes = bench.quick ? [200_000] : [60_000, 200_000, 400_000];
  for (const bytes of sizes) {
    const trial = new Trial(bench, `full-${bytes}`);
    const full = await trial.start([], ['prlimit', `--fsize=${bytes}`]).ended;
    const again = await trial.finish();
    recoveryMs = Math.max(recoveryMs, again.milliseconds);
    if (again.hash !== hash) lost += 1;
    else if (full.code === 1 || full.code === 0 || full.signal === 'SIGXFSZ') survived += 1;
  }
  return { fault, injected: sizes.length, survived, lost, repeated: 0, recoveryMs };
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

/** Damage is found by the audit or by opening the store, or it changed nothing that can be read; no process ends by a signal. */
async function damage(
  bench: Bench,
  honest: Trial,
  fault: string,
  harm: (file: string, rng: Rng) => void,
): Promise<FaultRow> {
  const count = bench.quick ? 4 : 40;
  const before = (await honest.pawl('runs', 'export', 'latest')).out;
  let [survived, lost] = [0, 0];
  let note: string | undefined;
  for (let i = 0; i < count; i += 1) {
    const folder = join(bench.folder, 'damaged');
    cpSync(honest.store, folder, { recursive: true });
    copyFileSync(join(honest.store, 'pawl.db'), join(folder, 'pawl.db'));
    harm(join(folder, 'pawl.db'), bench.rng);
    const audit = await honest.pawl('audit', 'latest', '--workspace', folder);
    const isFound = audit.signal === null && (audit.code === 3 || (audit.code === 1 && !audit.err.includes('bug:')));
    const isSame =
      audit.code === 0 && (await honest.pawl('runs', 'export', 'latest', '--workspace', folder)).out === before;
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
