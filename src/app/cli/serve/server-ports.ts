import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher, JobData, JobKind } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import type { ServerPorts, StartAsked } from '#app/server';
import { type BenchList, BenchResult, type MachineView } from '#app/server/views';
import { openStore, showPlace, type Store, type StoreReader } from '#world/store';
import type { Shell } from '../command.ts';
import { handOver } from './hand-over.ts';
import { programPath } from './program-path.ts';
import { checkKind, machineKind, stepKind } from './server-place.ts';

const placeModule = new URL(`./server-place.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Machines that were shown are kept for a while: pages ask for the same one again and again. */
const MOST_MACHINES = 4;

export interface OpenedPorts {
  readonly ports: ServerPorts;
  /** Ends the thread behind them. */
  close(): Promise<void>;
}

/**
 * What the server may do beyond reading the store. What takes long is done in a thread, so that it goes on answering; who answers nobody
 * else meanwhile has it done here.
 */
export function openServerPorts(
  shell: Shell,
  store: StoreReader,
  {
    results,
    quota,
    threads = 1,
  }: { readonly results: string; readonly quota: number | undefined; readonly threads?: 0 | 1 },
): OpenedPorts {
  const { store: place } = shell;
  let started: Promise<Dispatcher> | undefined;
  // Threads and what they bring are loaded with the first question that needs one.
  const thread = (): Promise<Dispatcher> =>
    (started ??= import('#world/dispatch').then(({ createInProcessDispatcher, createThreadDispatcher }) =>
      threads === 0 ? createInProcessDispatcher() : createThreadDispatcher({ threads, module: placeModule }),
    ));
  const ask = async <I extends JobData, R extends JobData>(kind: JobKind<I, R>, inputs: I): Promise<R> =>
    (await thread()).run(kind, inputs);
  const configs: Configs = new Map();
  const machines = new Map<string, Promise<MachineView>>();
  const machine = (run: string): Promise<MachineView> => {
    const length = store.lengthOf(run);
    const key = `${run}@${length}`;
    const shown = machines.get(key) ?? ask(machineKind, { place, run, length });
    machines.set(key, shown);
    shown.catch(() => machines.delete(key));
    if (machines.size > MOST_MACHINES) machines.delete(machines.keys().next().value ?? '');
    return shown;
  };
  return {
    close: async () => (await started)?.close(),
    ports: {
      house: () => ({ bytes: store.bytes(), quota: quota ?? null, store: showPlace(place) }),
      check: (run, certificate) => ask(checkKind, { place, run, certificate }),
      machine,
      stepMachine: (run, { slot, task }) => ask(stepKind, { place, run, slot, task }),
      benchmarks: () => listResults(results),
      benchmark: (name) => readResult(results, name),
      note: (run, content, call) => inStore(place, (writing) => writing.note(run, content, call)),
      deleteRuns: (runs) => inStore(place, (writing) => void writing.deleteRuns(runs)),
      forms: async () => (await import('./start-forms.ts')).startForms(shell.folder),
      start: (asked) => startAsked(asked, store, shell, configs),
      resume: (run) => resumeRun(run, store, shell, configs),
      tasks: async () =>
        (await import('#tasks/registry')).templates.map(({ name, domain, levels, says }) => ({
          name,
          domain,
          levels: levels.length,
          says,
        })),
      stop: (run) => Promise.resolve(stopRun(store, run)),
    },
  };
}

/** Opens the store for writing as long as one change takes. */
function inStore(place: string, work: (store: Store) => void): void {
  const store = openStore(place);
  try {
    work(store);
  } finally {
    store.close();
  }
}

function listResults(folder: string): BenchList {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const results = names.toSorted().flatMap((file) => {
    const name = basename(file, '.json');
    try {
      const { suite, tables, targets } = readResult(folder, name);
      const met = targets.filter(({ status }) => status === 'met').length;
      return [{ name, suite, tables: tables.length, met, targets: targets.length }];
    } catch {
      // Not every JSON file there must be a result.
      return [];
    }
  });
  return { folder, results };
}

function readResult(folder: string, name: string): BenchResult {
  const path = join(folder, `${name}.json`);
  if (!/^[\w-]+$/u.test(name) || !existsSync(path)) throw new Fault('server/not-found', `there is no result ${name}`);
  return BenchResult.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Config files by the runs that were started with them from here, for taking them up again. */
type Configs = Map<string, string>;

async function startAsked(asked: StartAsked, store: StoreReader, shell: Shell, configs: Configs): Promise<Started> {
  const { startForms, startLine } = await import('./start-forms.ts');
  const form = (await startForms(shell.folder)).find(({ command }) => command === asked.command);
  const started = await startRun(startLine(form, asked), store, shell, asked.config !== undefined);
  if (started.run !== null && asked.config !== undefined) configs.set(started.run, asked.config);
  return started;
}

function resumeRun(run: string, store: StoreReader, shell: Shell, configs: Configs): Promise<Started> {
  const config = configs.get(run);
  const line = [
    store.getRun(run)?.loop ?? '',
    `--resume=${run}`,
    ...(config === undefined ? [] : [`--config=${config}`]),
  ];
  return startRun(line, store, shell, config !== undefined);
}

interface Started {
  readonly pid: number;
  readonly run: string | null;
}

/** Starts a process that no shell reads, and waits until its run is there; what it says before it fails is told. */
async function startRun(
  command: readonly string[],
  store: StoreReader,
  shell: Shell,
  isConfigured: boolean,
): Promise<Started> {
  const own = shell.config === undefined || isConfigured ? [] : [`--config=${shell.config.path}`];
  const { flags, env } = handOver(shell);
  const folder = mkdtempSync(join(tmpdir(), 'pawl-start-'));
  const said = openSync(join(folder, 'said'), 'w+');
  try {
    const child = spawn(process.execPath, [programPath, ...command, ...flags, ...own], {
      cwd: shell.folder,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', said],
    });
    child.unref();
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    for (let i = 0; i < 100 && child.exitCode === null; i += 1) {
      const run = store.listRuns().findLast(({ id }) => store.holderOf(id)?.pid === pid);
      if (run !== undefined) return { pid, run: run.id };
      await sleep(100);
    }
    const words = shell.mask(readFileSync(join(folder, 'said'), 'utf8')).trim();
    if ((child.exitCode ?? 0) !== 0) throw new Fault('cli/usage', words.slice(-MOST_SAID) || 'the run did not start');
    return { pid, run: null };
  } finally {
    closeSync(said);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Characters of what a process said that are told when it fails. */
const MOST_SAID = 1000;

function stopRun(store: StoreReader, run: string): void {
  const holder = store.holderOf(run);
  if (holder === undefined || !holder.isAlive || !holder.isHere) {
    throw new Fault('server/not-running', `no process of this machine works on ${run}`);
  }
  process.kill(holder.pid, 'SIGINT');
}
