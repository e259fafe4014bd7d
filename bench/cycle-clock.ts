import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { coreChain, estimateCoreGHz } from './core-clock.ts';
import { cpuMicros } from './cpu-time.ts';

/** Turns CPU time into core cycles, with the clock the core had at that time. */
export interface CycleClock {
  /** Whether hardware counters gave the clock. */
  readonly isCounted: boolean;
  /** How cycles come about. @source spec/benchmark-suite §1.2: whether cycle counts are measured via counters or estimated */
  readonly says: string;
  /** Does the work; the clock is taken before and after it, and the higher one counts. */
  during<T>(work: () => T | Promise<T>): Promise<{ readonly result: T; readonly ghz: number }>;
}

/** Events that `perf` counts: core cycles in user mode, and nanoseconds on a CPU. */
const events = { cycles: 'cycles:u', time: 'task-clock:u' };

/** Counts with `perf` where it can count cycles of this process, else estimates. */
export async function createCycleClock(perf = 'perf', counted = events): Promise<CycleClock> {
  const why = await whyNoCounters(perf, counted);
  const isCounted = why === undefined;
  const read = async (): Promise<number> =>
    isCounted ? ((await countGHz(perf, counted)) ?? estimateCoreGHz()) : estimateCoreGHz();
  return {
    isCounted,
    says: isCounted
      ? `counted: CPU time × the core clock, which is \`perf\`'s ${counted.cycles} over its ${counted.time} on a busy loop before and after each section`
      : `estimated: CPU time × the core clock, which is that of a calibrated chain of dependent instructions before and after each section; no hardware counters: ${why}`,
    async during(work) {
      const before = await read();
      const result = await work();
      return { result, ghz: Math.max(before, await read()) };
    },
  };
}

async function whyNoCounters(perf: string, counted: typeof events): Promise<string | undefined> {
  const probe = spawnSync(perf, ['stat', '-x', ',', '-e', counted.cycles, '--', 'true'], { encoding: 'utf8' });
  if (probe.error !== undefined) return 'perf is not installed';
  const [value = ''] = probe.stderr.trim().split(',');
  if (probe.status !== 0 || !/^\d/.test(value)) {
    return `perf says ${value === '' || value.includes('\n') ? 'no' : value} to ${counted.cycles}`;
  }
  return (await countGHz(perf, counted)) === undefined ? 'perf cannot attach to this process' : undefined;
}

/** Cycles per nanosecond of a busy loop of this process; undefined when perf does not answer. */
async function countGHz(perf: string, counted: typeof events): Promise<number | undefined> {
  const list = `${counted.cycles},${counted.time}`;
  const watcher = spawn(perf, ['stat', '-x', ',', '-e', list, '-p', String(process.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  watcher.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    watcher.on('close', () => resolve());
    watcher.on('error', () => resolve());
  });
  await wait(100);
  const chain = coreChain();
  const start = cpuMicros();
  while (cpuMicros() - start < 100_000) chain();
  watcher.kill('SIGINT');
  await ended;
  return clockOf(text, counted);
}

/** The clock in GHz from what `perf stat -x ,` writes: value, unit, event, … */
export function clockOf(text: string, counted = events): number | undefined {
  const rows = text.split('\n').map((line) => line.split(','));
  const valueOf = (event: string): number => Number(rows.find((row) => row[2] === event)?.[0]);
  const nanoseconds = valueOf(counted.time) * 1e6;
  const ghz = valueOf(counted.cycles) / nanoseconds;
  return Number.isFinite(ghz) && ghz > 0 ? ghz : undefined;
}
