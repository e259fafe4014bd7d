import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { hardened, hostsOf, refuseStranger } from '#app/server';
import { Fault, invariant } from '#foundation/kernel';
import { score } from '#tasks/play';
import { templates } from '#tasks/registry';
import { Batch, batchFaces, parseReference } from '#tasks/settings';

const MOST_LANES = 4096;
const MOST_BATCHES = 256;
/** Lanes of all open batches: each is a game with its observations. */
const MOST_OPEN_LANES = 65_536;
const MOST_BYTES = 16 * 1024 * 1024;
/** Sockets at once, and how long a request may take to come in. */
const MOST_CONNECTIONS = 2000;
const PATIENCE = { headersTimeout: 60_000, requestTimeout: 120_000 };

const MakeBody = z.strictObject({
  /** As on the command line: `GRID_NAV@3(size=7)`, or a composition. */
  task: z.string().min(1).max(1000),
  seed: z.union([z.string(), z.number()]).default('0'),
  split: z.enum(['train', 'validation', 'test']).default('train'),
  index: z.int().min(0).default(0),
  count: z.int().min(1).max(MOST_LANES).default(1),
  face: z.enum(batchFaces).default('bits'),
  autoreset: z.boolean().default(false),
});
const ResetBody = z.strictObject({
  batch: z.string(),
  lanes: z.array(z.int().min(0)).optional(),
  index: z.int().min(0).optional(),
});
const StepBody = z.strictObject({ batch: z.string(), actions: z.array(z.unknown()) });
const CloseBody = z.strictObject({ batch: z.string() });
const ScoreBody = z.strictObject({
  id: z.string(),
  reply: z.union([z.string(), z.array(z.string())]),
});

/** A running server of environments. */
export interface TaskServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves batches of environments as JSON over HTTP, under its own name only; a request that is wrong is answered with 400 and a hint, and changes
 * nothing.
 */
export async function startTaskServer(host: string, port: number): Promise<TaskServer> {
  // The app must know its own names, and the port in them is known once it listens.
  const late: { app?: Hono } = {};
  const listener = getRequestListener((request) => {
    invariant(late.app !== undefined, 'the server knows its port');
    return late.app.fetch(request);
  });
  const server = createServer(PATIENCE, (request, response) => void listener(request, response));
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  late.app = createApp(hostsOf(host, bound));
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requireLanes(batches: readonly Batch[], more: number): void {
  const open = batches.reduce((sum, { ids: { length } }) => sum + length, 0);
  if (open + more <= MOST_OPEN_LANES) return;
  throw new Fault('tasks/bad-batch', `${open} lanes are open, and ${MOST_OPEN_LANES} is all; close a batch`);
}

function createApp(hosts: ReadonlySet<string>): Hono {
  const batches = new Map<string, Batch>();
  let made = 0;
  const find = (id: string): Batch => {
    const batch = batches.get(id);
    if (batch === undefined) throw new Fault('tasks/bad-batch', `there is no batch ${JSON.stringify(id.slice(0, 40))}`);
    return batch;
  };
  const app = new Hono();
  app.use(hardened());
  app.use(async (context, next) => refuseStranger(context, hosts) ?? next());
  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: refuseLong }));
  app.get('/', (context) => context.json({ name: 'pawl tasks', protocol: 1, faces: batchFaces, requests }));
  app.get('/templates', (context) =>
    context.json(
      templates.map(({ name, says, domain, shape, levels, params, metrics }) => ({
        name,
        says,
        domain,
        shape,
        levels: levels.length,
        params,
        metrics,
      })),
    ),
  );
  app.post('/make', async (context) => {
    if (batches.size >= MOST_BATCHES) throw new Fault('tasks/bad-batch', `${MOST_BATCHES} batches are open; close one`);
    const { task, seed, ...rest } = MakeBody.parse(await context.req.json());
    requireLanes([...batches.values()], rest.count);
    const batch = new Batch({ ...rest, ...parseReference(task), seed: String(seed) });
    const id = `b${(made += 1)}`;
    batches.set(id, batch);
    const told = { rules: batch.rules, spaces: batch.spaces, ids: batch.ids };
    return context.json({ batch: id, ...told, observations: batch.observe() });
  });
  app.post('/reset', async (context) => {
    const { batch: id, lanes, index } = ResetBody.parse(await context.req.json());
    const batch = find(id);
    const observations = batch.reset(lanes, index);
    return context.json({ observations, ids: batch.ids });
  });
  app.post('/step', async (context) => {
    const { batch, actions } = StepBody.parse(await context.req.json());
    return context.json(find(batch).step(actions));
  });
  app.post('/close', async (context) =>
    context.json({ closed: batches.delete(CloseBody.parse(await context.req.json()).batch) }),
  );
  app.post('/score', async (context) => {
    const { id, reply } = ScoreBody.parse(await context.req.json());
    return context.json(score(id, reply));
  });
  app.notFound((context) => {
    const message = `${context.req.method} ${context.req.path}`;
    return context.json({ error: 'unknown', message, hint: 'GET / lists the requests.' }, 404);
  });
  app.onError(refuse);
  return app;
}

const requests = ['GET /templates', 'POST /make', 'POST /reset', 'POST /step', 'POST /close', 'POST /score'];

function refuseLong(): never {
  throw new Fault('tasks/bad-batch', `the request is longer than ${MOST_BYTES} bytes`);
}

function refuse(error: Error, context: Context): Response {
  if (error instanceof Fault) {
    return context.json({ error: error.code, message: error.message, hint: error.hint }, 400);
  }
  if (!(error instanceof z.ZodError)) {
    return context.json({ error: 'refused', message: error.message }, error instanceof SyntaxError ? 400 : 500);
  }
  const message = error.issues.map(({ path, message: says }) => `${path.join('.')}: ${says}`).join('; ');
  return context.json({ error: 'refused', message }, 400);
}
