import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { score } from '#tasks/play';
import { templates } from '#tasks/registry';
import { Batch, batchFaces, parseReference } from '#tasks/settings';

const MOST_LANES = 4096;
const MOST_BATCHES = 256;
const MOST_BYTES = 16 * 1024 * 1024;

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

/** Serves batches of environments as JSON over HTTP; a request that is wrong is answered with 400 and a hint, and changes nothing. */
export async function startTaskServer(host: string, port: number): Promise<TaskServer> {
  const answers = createAnswers();
  const server = createServer((request, response) => {
    void serve(request, response, answers);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answers = Readonly<Record<string, (body: unknown) => unknown>>;

function createAnswers(): Answers {
  const batches = new Map<string, Batch>();
  let made = 0;
  const find = (id: string): Batch => {
    const batch = batches.get(id);
    if (batch === undefined) throw new Fault('tasks/bad-batch', `there is no batch ${JSON.stringify(id.slice(0, 40))}`);
    return batch;
  };
  return {
    'GET /': () => ({ name: 'pawl tasks', protocol: 1, faces: batchFaces, requests }),
    'GET /templates': () =>
      templates.map(({ name, says, domain, shape, levels, params, metrics }) => ({
        name,
        says,
        domain,
        shape,
        levels: levels.length,
        params,
        metrics,
      })),
    'POST /make': (body) => {
      if (batches.size >= MOST_BATCHES)
        throw new Fault('tasks/bad-batch', `${MOST_BATCHES} batches are open; close one`);
      const { task, seed, ...rest } = MakeBody.parse(body);
      const batch = new Batch({ ...rest, ...parseReference(task), seed: String(seed) });
      made += 1;
      const id = `b${made}`;
      batches.set(id, batch);
      return { batch: id, rules: batch.rules, spaces: batch.spaces, ids: batch.ids, observations: batch.observe() };
    },
    'POST /reset': (body) => {
      const { batch: id, lanes, index } = ResetBody.parse(body);
      const batch = find(id);
      const observations = batch.reset(lanes, index);
      return { observations, ids: batch.ids };
    },
    'POST /step': (body) => {
      const { batch, actions } = StepBody.parse(body);
      return find(batch).step(actions);
    },
    'POST /close': (body) => ({ closed: batches.delete(CloseBody.parse(body).batch) }),
    'POST /score': (body) => {
      const { id, reply } = ScoreBody.parse(body);
      return score(id, reply);
    },
  };
}

const requests = ['GET /templates', 'POST /make', 'POST /reset', 'POST /step', 'POST /close', 'POST /score'];

async function serve(request: IncomingMessage, response: ServerResponse, answers: Answers): Promise<void> {
  const reply = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  try {
    const answer = answers[`${request.method} ${request.url}`];
    if (answer === undefined) {
      reply(404, { error: 'unknown', message: `${request.method} ${request.url}`, hint: 'GET / lists the requests.' });
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > MOST_BYTES) throw new Fault('tasks/bad-batch', `the request is longer than ${MOST_BYTES} bytes`);
      chunks.push(part);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    reply(200, answer(text === '' ? undefined : JSON.parse(text)));
  } catch (error) {
    const isTheirs = error instanceof Fault || error instanceof z.ZodError || error instanceof SyntaxError;
    const message =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message: says }) => `${path.join('.')}: ${says}`).join('; ')
        : error instanceof Error
          ? error.message
          : String(error);
    const hint = error instanceof Fault ? error.hint : undefined;
    reply(isTheirs ? 400 : 500, { error: error instanceof Fault ? error.code : 'refused', message, hint });
  }
}
