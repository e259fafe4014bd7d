import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { HashText } from '#foundation/contracts';
import { Fault, type FaultCode, hints } from '#foundation/kernel';
import { type Access, guarded, hardened } from './access.ts';
import { readAsset, readPage } from './assets.ts';
import { Feed } from './live/feed.ts';
import { streamEvents } from './live/stream-events.ts';
import { metricsText } from './metrics.ts';
import { openApi } from './open-api.ts';
import { type Route, runAt } from './route.ts';
import { routes } from './routes.ts';
import type { Sources } from './sources.ts';

/** What Hono is told of the connection by its Node server. */
type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse };
type App = Hono<{ Bindings: Bindings }>;

/** Most bytes of a request body; more are not read. */
const MOST_BYTES = 64_000;
/** Clients that may follow runs at once. Each costs a socket and a place in memory; a browser opens one per page. */
const MOST_LISTENERS = 1000;

/** The server as one function from requests to answers. */
export function createApp(sources: Sources, access: Access, mostListeners = MOST_LISTENERS): App {
  const app: App = new Hono();
  const feeds = new Map<string, Feed>();
  const listeners = (): number => [...feeds.values()].reduce((sum, feed) => sum + feed.readers, 0);
  app.use(hardened());
  app.use(guarded(access));
  app.onError((error, context) => answerFault(error, context));
  for (const route of routes) addRoute(app, sources, route);
  app.get('/api/openapi.json', (context) => context.json(openApi(sources.version)));
  app.get('/api/runs/:run/live', (context) => {
    if (listeners() >= mostListeners)
      throw new Fault('server/too-many', `${mostListeners} clients follow runs already`);
    return followRun(context, sources, feeds);
  });
  app.get('/api/blobs/:hash', (context) => download(context, sources));
  app.get('/api/runs/:run/export', (context) => downloadRun(context, sources));
  app.get('/metrics', (context) =>
    context.text(metricsText(sources, listeners()), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    }),
  );
  app.get('/', (context) => context.html(readPage('index.html')));
  app.get('/assets/:name', (context) => {
    const asset = readAsset(context.req.param('name'));
    if (asset === undefined) return context.notFound();
    return context.body(asset.bytes, 200, { 'Content-Type': asset.type, 'Cache-Control': 'no-cache' });
  });
  return app;
}

function addRoute(app: App, sources: Sources, route: Route): void {
  app.on(route.method.toUpperCase(), `/api${route.path}`, async (context) => {
    const body: unknown = route.method === 'post' ? await readBody(context) : undefined;
    const asked = { params: context.req.param(), query: context.req.query(), body: body ?? {} };
    const answer = await route.answer(sources, asked);
    return context.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json; charset=utf-8' });
  });
}

async function readBody(context: Context): Promise<unknown> {
  const text = await readText(context.req.raw.body);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new Fault('cli/usage', 'the request is not JSON', { cause });
  }
}

/** The body as text; reading ends where it grows too long, whatever its header said. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new Fault('server/too-large', `a request of more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** Server-sent events go past Hono to the socket, whose fullness tells when a client stands still. */
async function followRun(
  context: Context<{ Bindings: Bindings }>,
  sources: Sources,
  feeds: Map<string, Feed>,
): Promise<Response> {
  const run = runAt(sources, { run: context.req.param('run') ?? '' });
  const last = context.req.header('last-event-id') ?? context.req.query('after');
  const from = last === undefined ? undefined : z.coerce.number().int().min(-1).safeParse(last);
  const status = (): string => {
    const now = sources.store.getRun(run.id);
    if (now === undefined) return JSON.stringify({ state: 'deleted', status: null });
    return JSON.stringify({ state: sources.views.stateOf(now), status: sources.views.statusOf(now) ?? null });
  };
  const feed = feeds.get(run.id) ?? new Feed(sources.store, run.id, status);
  feeds.set(run.id, feed);
  const start = from?.success === true ? from.data + 1 : feed.head;
  void streamEvents(context.env.outgoing, feed, start).catch((error: unknown) => {
    context.env.outgoing.destroy(error instanceof Error ? error : undefined);
  });
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

/** Files of certificates, always as something to keep: no browser shows or runs them. */
function download(context: Context, { store }: Sources): Response {
  const hash = HashText.safeParse(context.req.param('hash'));
  const bytes = hash.success ? store.getBlob(hash.data) : undefined;
  if (bytes === undefined) throw new Fault('server/not-found', 'there is no such file in the store');
  const name = (context.req.query('name') ?? '').replaceAll(/[^\w.-]/gu, '') || `${context.req.param('hash')}.bin`;
  return context.body(Uint8Array.from(bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** A run as JSON lines, as `pawl runs export --format jsonl` writes it, line by line as it is taken. */
function downloadRun(context: Context, sources: Sources): Response {
  const { id } = runAt(sources, { run: context.req.param('run') ?? '' });
  const text = new TextEncoder();
  const lines = sources.store.exportRun(id)[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = lines.next();
      if (done === true) controller.close();
      else controller.enqueue(text.encode(`${value}\n`));
    },
  });
  return context.body(body, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${id.replaceAll(/[^\w.-]/gu, '')}.jsonl"`,
  });
}

function answerFault(error: Error, context: Context): Response {
  if (error instanceof z.ZodError) {
    const message = error.issues.map(({ path, message: says }) => `${path.join('.')}: ${says}`).join('; ');
    return context.json({ fault: { code: 'cli/usage', message, hint: hints['cli/usage'] } }, 400);
  }
  if (!(error instanceof Fault)) {
    return context.json(
      { fault: { code: 'server/failed', message: error.message, hint: 'This is a mistake in Pawl.' } },
      500,
    );
  }
  const { code, message, hint } = error;
  return context.json({ fault: { code, message, hint } }, statuses[code] ?? 500);
}

const statuses: Readonly<Partial<Record<FaultCode, 400 | 404 | 409 | 413 | 429>>> = {
  'store/unknown-run': 404,
  'server/not-found': 404,
  'cli/usage': 400,
  'server/not-running': 409,
  'server/too-large': 413,
  'server/too-many': 429,
};
