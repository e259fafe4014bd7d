import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openStore, type StoreReader } from '#world/store';
import { builtPawl } from './built-pawl.ts';
import { put, workplace } from './attacks/workplace.ts';
import { isInstalled, needs } from './needs.ts';
import { startPostgresServer, type TestServer } from './queue-server.ts';

// Whole runs whose store is a database on a server: they end as those in a file do, whatever is killed.
const program = builtPawl();
const folder = workplace();
put(folder, 'pawl.config.yaml', 'train:\n  target: simulated:small\n  epochs: 1\n  batchSize: 40\n');

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

function start(args: readonly string[], store: string): Started {
  const env = { ...process.env, PAWL_STORE: store, PGPASSWORD: 'nobody asks for it' };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { child, ended: new Promise((resolve) => void child.on('close', (code) => resolve({ code, out, err }))) };
}

async function pawl(args: readonly string[], store: string): Promise<string> {
  const { code, out, err } = await start(args, store).ended;
  expect(code, err).toBe(0);
  return out;
}

const hashOf = (out: string): string => JSON.parse(out.trim().split('\n').at(-1)!).hash;

describe('a store in PostgreSQL', () => {
  let server: TestServer | undefined;
  let places = 0;
  const place = (): string => `${server!.url}?schema=e2e_${(places += 1)}`;
  beforeAll(async () => {
    if (isInstalled('postgres')) server = await startPostgresServer();
  }, 120_000);
  afterAll(() => server?.close(), 60_000);

  /** Waits until a run has so many events, or whoever writes it has ended. */
  async function until(store: string, events: number, { child, ended }: Started): Promise<void> {
    for (let reader: StoreReader | undefined; ; await wait(50)) {
      if (child.exitCode !== null) throw new Error(`it ended: ${(await ended).err}`);
      try {
        reader ??= openStore(store, { readOnly: true });
      } catch {
        // It is being made.
        continue;
      }
      const [run] = reader.listRuns();
      if (run === undefined || reader.lengthOf(run.id) < events) continue;
      reader.close();
      return;
    }
  }

  const loops: Readonly<Record<string, readonly string[]>> = {
    train: ['train', '--json'],
    evolve: ['evolve', '--profile', 'tiny', '--templates', 'PARITY', '--threads', '1', '--json'],
  };
  for (const [loop, args] of Object.entries(loops)) {
    needs('postgres')(
      `holds the run of ${loop} that a file holds, also after kill -9 of it and of the server`,
      async () => {
        const inFile = hashOf(await pawl([...args, '--workspace', `file-${loop}`], ''));
        const undisturbed = place();
        expect(hashOf(await pawl(args, undisturbed))).toBe(inFile);
        expect(await pawl(['audit', 'latest'], undisturbed)).toContain('certificates hold');

        const disturbed = place();
        const killed = start(args, disturbed);
        await until(disturbed, 3, killed);
        killed.child.kill('SIGKILL');
        await killed.ended;
        const resumed = start([loop, '--resume', 'latest', '--json'], disturbed);
        await wait(1500);
        await server!.killAndRestart();
        const { code, out, err } = await resumed.ended;
        expect(code, err).toBe(0);
        expect(hashOf(out)).toBe(inFile);
        expect(await pawl(['audit', 'latest'], disturbed)).toContain('certificates hold');
      },
    );
  }

  needs('postgres')(
    'is written by two coordinators at once, read meanwhile, exported, backed up and emptied',
    async () => {
      const store = place();
      const args = ['train', '--json'];
      const both = [start([...args, '--seed', '3'], store), start([...args, '--seed', '4'], store)];
      await until(store, 3, both[0]!);
      const serving = start(
        ['serve', '--until-closed', '--json', '--workspace', 'ui', '--store', 'env:PAWL_STORE'],
        store,
      );
      const address = await new Promise<string>((resolve) => {
        serving.child.stdout!.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()).address));
      });
      const { origin, searchParams } = new URL(address);
      const headers = { authorization: `Bearer ${searchParams.get('token') ?? ''}` };
      const listed = await (await fetch(`${origin}/api/runs`, { headers })).text();
      expect(listed).toContain('train-');
      const health = await (await fetch(`${origin}/api/health`, { headers })).json();
      expect(health).toMatchObject({ store: server!.url + store.slice(store.indexOf('?')) });
      const ends = await Promise.all(both.map(({ ended }) => ended));
      expect(ends.map(({ code, err }) => [code, err.includes('fault')])).toEqual([
        [0, false],
        [0, false],
      ]);
      for (const [i, { out }] of ends.entries()) {
        const inFile = await pawl([...args, '--seed', String(i + 3), '--workspace', `alone-${i}`], '');
        expect(hashOf(out)).toBe(hashOf(inFile));
      }
      serving.child.stdin!.end();
      expect((await serving.ended).code).toBe(0);

      expect((await pawl(['runs', 'list'], store)).match(/ done /gu)).toHaveLength(2);
      expect(await pawl(['runs', 'export', 'latest', '-o', '-'], store)).toContain('"kind":"event"');
      await pawl(['runs', 'backup', 'copy/pawl.db'], store);
      expect(await pawl(['audit', 'latest', '--workspace', 'copy'], '')).toContain('certificates hold');
      await pawl(['runs', 'delete', 'latest'], store);
      expect((await pawl(['runs', 'list'], store)).match(/ done /gu)).toHaveLength(1);
    },
  );

  needs('postgres')('keeps a second writer of one run out', async () => {
    const store = place();
    const first = start(['train', '--json', '--seed', '5'], store);
    await until(store, 2, first);
    first.child.kill('SIGSTOP');
    const second = await start(['train', '--resume', 'latest', '--json'], store).ended;
    first.child.kill('SIGKILL');
    await first.ended;
    expect([second.code, second.err]).toEqual([1, expect.stringContaining('store/run-locked')]);
  });
});
