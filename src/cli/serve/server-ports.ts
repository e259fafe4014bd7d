import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '#kernel';
import { auditRun, playShown } from '#loops';
import { type BenchList, BenchResult, type Checked, type ServerPorts } from '#server';
import type { StoreReader } from '#store';
import { templates } from '#tasks';
import type { Shell } from '../command.ts';
import { bytesUsed } from '../runs/quota.ts';
import { machineView, requireMain } from './machine-view.ts';
import { programPath } from './program-path.ts';

/** Commands that the dashboard may start: those that make runs. */
const startable = new Set(['train', 'evolve', 'selfplay', 'eval']);

/** What the server may do beyond reading the store. */
export function serverPorts(
  shell: Shell,
  store: StoreReader,
  { results, quota }: { readonly results: string; readonly quota: number | undefined },
): ServerPorts {
  return {
    house: () => ({ bytes: bytesUsed(shell.workspace), quota: quota ?? null }),
    check: (run, hash) => Promise.resolve(checkCertificate(store, run, hash)),
    machine: (run) => Promise.resolve(machineView(store, run)),
    stepMachine: (run, { slot, task }) => Promise.resolve(playShown(requireMain(store, run), slot, task)),
    benchmarks: () => listResults(results),
    benchmark: (name) => readResult(results, name),
    start: (command) => startRun(command, store, shell),
    tasks: () => templates.map(({ name, domain, levels, says }) => ({ name, domain, levels: levels.length, says })),
    stop: (run) => Promise.resolve(stopRun(store, run)),
  };
}

function checkCertificate(store: StoreReader, id: string, hash: string): Checked {
  const run = store.getRun(id);
  const certificates = store.certificatesOf(id).filter((stored) => stored.hash === hash);
  if (run === undefined || certificates.length === 0) {
    throw new Fault('server/not-found', `there is no certificate ${hash} in ${id}`);
  }
  const { findings } = auditRun({ run, events: [], certificates, effects: store.effectsOf(id) }, store);
  return { ok: findings[0]?.ok === true, why: findings[0]?.why ?? null };
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

async function startRun(
  command: readonly string[],
  store: StoreReader,
  shell: Shell,
): Promise<{ readonly pid: number; readonly run: string | null }> {
  const [verb = ''] = command;
  if (!startable.has(verb)) throw new Fault('cli/usage', `'${verb}' does not start a run`);
  const config = shell.config === undefined ? [] : ['--config', shell.config.path];
  const argv = [programPath, ...command, '--workspace', shell.workspace, ...config];
  const child = spawn(process.execPath, argv, { cwd: shell.folder, detached: true, stdio: 'ignore' });
  child.unref();
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  for (let i = 0; i < 100 && child.exitCode === null; i += 1) {
    const run = store.listRuns().findLast(({ id }) => store.holderOf(id)?.pid === pid);
    if (run !== undefined) return { pid, run: run.id };
    await sleep(100);
  }
  return { pid, run: null };
}

function stopRun(store: StoreReader, run: string): void {
  const holder = store.holderOf(run);
  if (holder === undefined || !holder.isAlive || !holder.isHere) {
    throw new Fault('server/not-running', `no process of this machine works on ${run}`);
  }
  process.kill(holder.pid, 'SIGINT');
}
