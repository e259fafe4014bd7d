// Live events under load, and what being watched costs a run: `node --import tsx bench/serve.bench.ts [--out FILE]`.
// Each arm is a process that writes 10 events a second for 10 seconds with counted work between them; beside every second one a server
// in its own process sends them to 200 clients. Arms alternate, so that drift of the machine falls on both.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store';

const pairs = Number(process.env['PAIRS'] ?? 10);
const clients = 200;
const events = 100;
const everyMs = 100;
const bin = fileURLToPath(new URL('../bin/pawl.mjs', import.meta.url));

/** The run: counted work and an event, a hundred times; prints its CPU seconds. */
async function beTheRun(workspace: string, run: string): Promise<void> {
  const store = openStore(workspace);
  const journal = store.resumeRun(run);
  const began = process.cpuUsage();
  let sum = 0;
  for (let i = 0; i < events; i += 1) {
    for (let k = 0; k < 4_000_000; k += 1) sum = (Math.imul(sum, 31) + k) | 0;
    journal.emit('episode-ended', { i, score: (sum & 1023) / 1023, at: Date.now() });
    journal.flush();
    await new Promise((done) => setTimeout(done, everyMs));
  }
  const { user, system } = process.cpuUsage(began);
  store.close();
  console.log(JSON.stringify({ cpu: (user + system) / 1e6 }));
}

interface Seen {
  readonly ids: number;
  readonly inOrder: boolean;
  readonly late: readonly number[];
}

/** One client that keeps reading until the last event. */
function follow(port: number, token: string, run: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const path = `/api/runs/${run}/live?after=-1`;
    const request = get(
      { host: '127.0.0.1', port, path, headers: { authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        let text = '';
        let next = 0;
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
          if (next >= events) {
            response.destroy();
            resolve({ ids: late.length, inOrder, late });
          }
        });
      },
    );
    request.on('error', reject);
  });
}

async function firstLine(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve) => createInterface(child.stdout!).once('line', resolve));
}

async function arm(watched: boolean): Promise<{ readonly cpu: number; readonly seen: readonly Seen[] }> {
  const workspace = mkdtempSync(join(tmpdir(), 'pawl-serve-bench-'));
  const store = openStore(workspace);
  const journal = store.createRun({ loop: 'train', seed: 1, config: {} });
  const { run } = journal;
  store.close();
  const server = watched
    ? spawn(process.execPath, [bin, 'serve', '--json', '--workspace', workspace], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    : undefined;
  let following: Promise<Seen[]> = Promise.resolve([]);
  if (server !== undefined) {
    const { address, port } = JSON.parse(await firstLine(server)) as { address: string; port: number };
    const token = new URL(address).searchParams.get('token') ?? '';
    following = Promise.all(Array.from({ length: clients }, () => follow(port, token, run)));
  }
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), 'run', workspace, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { cpu } = JSON.parse(await firstLine(child)) as { cpu: number };
  const seen = await following;
  server?.kill();
  rmSync(workspace, { recursive: true, force: true });
  return { cpu, seen };
}

/** Student's t, two-sided 95 %, by degrees of freedom from 9 on. */
const t95 = [2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086];

async function measure(): Promise<void> {
  const rows: (number | string)[][] = [];
  const ratios: number[] = [];
  const late: number[] = [];
  let got = 0;
  let ordered = true;
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [true, false] : [false, true];
    const cpu = { true: 0, false: 0 };
    for (const watched of order) {
      const { cpu: seconds, seen } = await arm(watched);
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
  const mean = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
  const deviation = Math.sqrt(ratios.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (ratios.length - 1));
  const upper = Math.exp(mean + ((t95[ratios.length - 10] ?? 2.262) * deviation) / Math.sqrt(ratios.length)) - 1;
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
      loadAverage: loadavg()[0] ?? 0,
      node: process.version,
    },
    tables: [
      {
        title: 'CPU seconds of the run’s own process',
        columns: ['pair', 'alone', `with ${clients} clients`, 'ratio'],
        rows,
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
