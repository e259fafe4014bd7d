// Live events under load, and what being watched costs a run: `node --import tsx bench/serve.bench.ts [--out FILE]`.
// One process writes 10 events a second in stretches of 10 seconds, with counted work before each event. Stretches alternate: in one of each
// pair a server in its own process sends the events to 200 clients, in the other there is neither server nor client. One process for all of
// them keeps what differs between processes (code that is compiled by chance, layout of memory) out of the pairs; their order changes.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mean, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';
import { openStore } from '#world/store';

const pairs = Number(process.env['PAIRS'] ?? 24);
const clients = 200;
const events = 100;
const everyMs = 100;
/** Rounds of counted work before an event: some 20 ms, so that the run is busy for a fifth of its time. */
const rounds = 12_000_000;
/** Calls of the counted work before the first stretch: V8 has then compiled it for good, by itself and inside its caller. */
const warmUpCalls = 200;
const bin = fileURLToPath(new URL('../bin/pawl.mjs', import.meta.url));

/** The run: for each line on standard input a stretch of a hundred events; prints the CPU seconds of each. */
async function beTheRun(workspace: string, run: string): Promise<void> {
  const store = openStore(workspace);
  const journal = store.resumeRun(run);
  let sum = 1;
  for (let i = 0; i < warmUpCalls; i += 1) sum = work(sum, rounds);
  for await (const _line of createInterface(process.stdin)) {
    const began = process.cpuUsage();
    for (let i = 0; i < events; i += 1) {
      sum = work(sum, rounds);
      journal.emit('episode-ended', { i, score: (sum & 1023) / 1023, at: Date.now() });
      journal.flush();
      await new Promise((done) => setTimeout(done, everyMs));
    }
    const { user, system } = process.cpuUsage(began);
    console.log(JSON.stringify({ cpu: (user + system) / 1e6 }));
  }
  store.close();
}

/**
 * Marsaglia's xorshift (Xorshift RNGs, 2003). Shifts and exclusive ors of 32-bit integers only: no sum that can leave the integers, so no
 * assumption of the compiler that can fail in the middle of a measurement.
 */
function work(seed: number, count: number): number {
  let state = seed | 0;
  for (let k = 0; k < count; k += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state;
}

interface Seen {
  readonly ids: number;
  readonly inOrder: boolean;
  readonly late: readonly number[];
}

/** One client that keeps reading, from a position on, until the last event of the stretch. */
function follow(at: { readonly port: number; readonly token: string; readonly run: string; readonly from: number }): {
  readonly joined: Promise<void>;
  readonly seen: Promise<Seen>;
} {
  const { port, token, run, from } = at;
  let join: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => (join = resolve));
  const seen = new Promise<Seen>((resolve, reject) => {
    const path = `/api/runs/${run}/live?after=${from - 1}`;
    const request = get(
      { host: '127.0.0.1', port, path, headers: { authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        join();
        let text = '';
        let next = from;
        let inOrder = true;
        const late: number[] = [];
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          const frames = text.split('\n\n');
          text = frames.pop() ?? '';
          for (const frame of frames) {
            const id = /^id: (\d+)/u.exec(frame)?.[1];
            if (id === undefined) continue;
            inOrder &&= Number(id) === next;
            next = Number(id) + 1;
            late.push(Date.now() - Number(/"at":(\d+)/u.exec(frame)?.[1]));
          }
          if (next >= from + events) {
            response.destroy();
            resolve({ ids: late.length, inOrder, late });
          }
        });
      },
    );
    request.on('error', reject);
  });
  return { joined, seen };
}

interface Lines {
  next(): Promise<unknown>;
}

function linesOf(child: ReturnType<typeof spawn>): Lines {
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return { next: async () => JSON.parse(String((await lines.next()).value)) as unknown };
}

/** The process of the run, and where it has come to. */
interface Running {
  readonly workspace: string;
  readonly run: string;
  readonly child: ReturnType<typeof spawn>;
  readonly lines: Lines;
  written: number;
}

async function stretch(running: Running, watched: boolean): Promise<{ cpu: number; seen: readonly Seen[] }> {
  const { workspace, run, child, lines, written: from } = running;
  const server = watched
    ? spawn(process.execPath, [bin, 'serve', '--json', '--workspace', workspace], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    : undefined;
  let seen: Promise<Seen[]> = Promise.resolve([]);
  if (server !== undefined) {
    const { address, port } = (await linesOf(server).next()) as { address: string; port: number };
    const token = new URL(address).searchParams.get('token') ?? '';
    const following = Array.from({ length: clients }, () => follow({ port, token, run, from }));
    await Promise.all(following.map(({ joined }) => joined));
    seen = Promise.all(following.map((one) => one.seen));
  }
  child.stdin!.write('go\n');
  const { cpu } = (await lines.next()) as { cpu: number };
  running.written += events;
  const result = { cpu, seen: await seen };
  if (server !== undefined) {
    server.kill();
    await new Promise((done) => server.once('exit', done));
  }
  return result;
}

function startRun(): Running {
  const workspace = mkdtempSync(join(tmpdir(), 'pawl-serve-bench-'));
  const store = openStore(workspace);
  const { run } = store.createRun({ loop: 'train', seed: 1, config: {} });
  store.close();
  const argv = ['--import', 'tsx', fileURLToPath(import.meta.url), 'run', workspace, run];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  return { workspace, run, child, lines: linesOf(child), written: 0 };
}

async function measure(): Promise<void> {
  const rows: (number | string)[][] = [];
  const ratios: number[] = [];
  const late: number[] = [];
  let got = 0;
  let ordered = true;
  const running = startRun();
  await stretch(running, true);
  const load = loadavg()[0] ?? 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [true, false] : [false, true];
    const cpu = { true: 0, false: 0 };
    for (const watched of order) {
      const { cpu: seconds, seen } = await stretch(running, watched);
      cpu[`${watched}`] = seconds;
      for (const one of seen) {
        got += one.ids;
        ordered &&= one.inOrder;
        late.push(...one.late);
      }
    }
    ratios.push(Math.log(cpu.true / cpu.false));
    rows.push([pair + 1, cpu.false, cpu.true, cpu.true / cpu.false]);
    console.error(`pair ${pair + 1} of ${pairs}: ${cpu.false.toFixed(3)} s alone, ${cpu.true.toFixed(3)} s watched`);
  }
  running.child.stdin!.end();
  await new Promise((done) => running.child.once('exit', done));
  rmSync(running.workspace, { recursive: true, force: true });
  const typical = mean(ratios);
  // Two-sided 95 % of the mean log ratio.
  const reach = quantileOfT(0.95, ratios.length - 1) * Math.sqrt(variance(ratios) / ratios.length);
  const [lower, upper] = [Math.exp(typical - reach) - 1, Math.exp(typical + reach) - 1];
  const milliseconds = (1000 * mean(rows.map((row) => Number(row[2]) - Number(row[1])))) / events;
  const wanted = pairs * clients * events;
  const sorted = late.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const met = (isMet: boolean): string => (isMet ? 'met' : 'missed');
  const result = {
    suite: 'serve',
    quick: pairs < 10,
    seed: 1,
    configuration: {
      clients,
      eventsPerSecond: 1000 / everyMs,
      seconds: (events * everyMs) / 1000,
      pairs,
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? '',
      loadAverageBefore: load,
      loadAverageAfter: loadavg()[0] ?? 0,
      node: process.version,
    },
    tables: [
      {
        title: 'CPU seconds of the run’s own process',
        columns: ['pair', 'alone', `with ${clients} clients`, 'ratio'],
        rows,
      },
      {
        title: 'What being watched costs the run',
        columns: ['mean ratio − 1', 'lower 95 %', 'upper 95 %', 'ms per event'],
        rows: [[Math.exp(typical) - 1, lower, upper, milliseconds]],
      },
      {
        title: 'Events at the clients',
        columns: ['wanted', 'received', 'all in order', 'ms late, median', '99 %'],
        rows: [[wanted, got, ordered ? 'yes' : 'no', at(0.5), at(0.99)]],
      },
    ],
    plots: [],
    targets: [
      { name: 'events lost', value: wanted - got, goal: '<= 0', status: met(wanted === got && ordered) },
      {
        name: 'CPU that being watched costs the run, upper 95 % bound',
        value: upper,
        goal: '< 0.05',
        status: met(upper < 0.05),
      },
    ],
    notes: [
      'Clients, server and run are processes of one machine; the clients’ work delays the events, and adds nothing to the CPU time of the run.',
    ],
    cpuSeconds: rows.reduce((sum, row) => sum + Number(row[1]) + Number(row[2]), 0),
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  const out = process.argv[process.argv.indexOf('--out') + 1];
  if (process.argv.includes('--out') && out !== undefined) writeFileSync(out, text);
  else console.log(text);
}

const [mode, workspace, run] = process.argv.slice(2);
if (mode === 'run' && workspace !== undefined && run !== undefined) await beTheRun(workspace, run);
else await measure();
