import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { requirePackages } from '#world/packages';
import type { Asked } from './route.ts';
import { routes } from './routes.ts';
import { StartAsked } from './ports.ts';
import { type Served, type Sources, sourcesOf } from './sources.ts';

/** Events that one answer carries at most. */
const MOST_EVENTS = 200;

/**
 * Pawl as tools for other agents. Runs are jobs: `start_run` returns at once, `follow_run` tells what happened after a position, and can
 * be asked again for as long as the run goes on.
 */
function addTools(server: McpServer, sources: Sources): void {
  const run = z.string().describe('id of a run');
  const tool = (
    name: string,
    description: string,
    shape: z.ZodRawShape,
    work: (input: Record<string, unknown>) => unknown,
  ): void => {
    server.registerTool(name, { description, inputSchema: z.object(shape) }, async (input) =>
      answered(() => work(input)),
    );
  };
  const ask = (method: 'get' | 'post', path: string, asked: Partial<Asked>): unknown => {
    const route = routes.find((one) => one.method === method && one.path === path);
    return route?.answer(sources, { params: {}, query: {}, body: {}, ...asked });
  };
  const of = (input: Record<string, unknown>): { params: Record<string, string> } => ({
    params: { run: String(input['run']) },
  });

  tool('list_tasks', 'Families of tasks with exact answers that can be practised.', {}, () => sources.ports.tasks());
  tool(
    'list_runs',
    'Runs of the workspace, newest first.',
    { limit: z.int().min(1).max(100).default(20) },
    ({ limit }) => ask('get', '/runs', { query: { limit } }),
  );
  tool('list_forms', 'What start_run can start here, and what each asks.', {}, () => ask('get', '/forms', {}));
  tool(
    'start_run',
    'Starts a run as a job and returns at once, such as { command: "evolve", values: { profile: "tiny" } }; list_forms says what can be asked.',
    StartAsked.shape,
    (body) => ask('post', '/runs', { body }),
  );
  tool(
    'follow_run',
    'How a run stands, and its events after a position; ask again with the `next` of the answer.',
    { run, from: z.int().min(0).default(0) },
    (input) => follow(sources, String(input['run']), Number(input['from'])),
  );
  tool('read_run', 'The result of a run: scores, curves, decisions, what it used.', { run }, (input) =>
    ask('get', '/runs/:run', of(input)),
  );
  tool('list_certificates', 'The certificates of a run.', { run }, (input) =>
    ask('get', '/runs/:run/certificates', of(input)),
  );
  tool(
    'check_certificate',
    'Checks a certificate again, from the store alone.',
    { run, certificate: z.string() },
    ({ run: id, certificate }) =>
      ask('post', '/runs/:run/certificates/:hash/check', { params: { run: String(id), hash: String(certificate) } }),
  );
  tool('stop_run', 'Asks a run to stop; it can be resumed.', { run }, (input) =>
    ask('post', '/runs/:run/stop', of(input)),
  );
  tool('resume_run', 'Takes a run up again, as a job.', { run }, (input) =>
    ask('post', '/runs/:run/resume', of(input)),
  );
}

function follow({ store, views }: Sources, id: string, from: number): unknown {
  const found = store.getRun(id);
  if (found === undefined) throw new Fault('store/unknown-run', `there is no run ${id}`, { details: { id } });
  const events = [...store.eventsOf(id, { from, limit: MOST_EVENTS })];
  return {
    state: views.stateOf(found),
    doing: views.statusOf(found) ?? null,
    events,
    next: (events.at(-1)?.seq ?? from - 1) + 1,
    length: store.lengthOf(id),
  };
}

type Answer = { content: { type: 'text'; text: string }[]; isError?: boolean };

/** Answers are JSON as text; a fault is an answer that says so. */
async function answered(work: () => unknown): Promise<Answer> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work()) }] };
  } catch (error) {
    const told =
      error instanceof Fault
        ? `${error.code}: ${error.message} ${error.hint}`
        : error instanceof Error
          ? error.message
          : 'it failed';
    return { content: [{ type: 'text', text: told }], isError: true };
  }
}

/** Serves on standard input and output until they close. */
export async function serveMcp(served: Served): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', () => resolve());
    process.stdin.once('close', () => resolve());
  });
  const sources = sourcesOf(served);
  // Loaded here: no other command needs the SDK.
  requirePackages('pawl mcp', ['@modelcontextprotocol/server']);
  const { McpServer: Server } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(() => {
    const server = new Server({ name: 'pawl', version: sources.version });
    addTools(server, sources);
    return server;
  });
  await ended;
}
