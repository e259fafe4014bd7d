import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { invariant, isRecord } from '#foundation/kernel';
import {
  anthropicReply,
  type ChatOptions,
  chatReply,
  googleReply,
  responsesReply,
  type WireReply,
} from './wire-formats.ts';

/** What the server is told to do with one request. */
export type Behaviour =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly delayMs?: number;
      readonly withoutUsage?: boolean;
      /** Cut off at the limit of tokens; in the chat format. */
      readonly isCut?: boolean;
      /** The name of the model that the answer says it is from; the one asked for unless told. */
      readonly modelName?: string;
    }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly message?: string }
  /** Any other answer, such as a list of models or the state of a batch. */
  | { readonly kind: 'raw'; readonly body: string; readonly type?: string; readonly status?: number }
  | { readonly kind: 'truncated' | 'malformed' | 'html' | 'hang' | 'reset' };

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** All text of the request, for behaviours that look for a word. */
  readonly text: string;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/**
 * A model server on loopback that speaks the wire formats of OpenAI (chat and responses), Anthropic and Google, streamed or whole.
 * What it answers is up to the caller, so outages can be injected one by one. It is a stand-in for tests and demos.
 */
export async function startModelServer(behave: (request: Received, index: number) => Behaviour): Promise<ModelServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const method = request.method ?? 'GET';
      const one: Received = { method, path, headers: request.headers, ...body };
      received.push(one);
      act(behave(one, received.length - 1), one, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'a server on a port has an address');
  return {
    address: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Pick<Received, 'body' | 'text'>> {
  const raw = await readText(request).catch(() => '');
  try {
    const body: unknown = JSON.parse(raw);
    return isRecord(body) ? { body, text: JSON.stringify(body) } : { body: {}, text: raw };
  } catch {
    return { body: {}, text: raw === '' ? '{}' : raw };
  }
}

function act(behaviour: Behaviour, request: Received, response: ServerResponse): void {
  switch (behaviour.kind) {
    case 'answer': {
      const { withoutUsage = false, isCut = false, modelName } = behaviour;
      const renamed = modelName === undefined ? request : { ...request, body: { ...request.body, model: modelName } };
      const reply = replyTo(renamed, behaviour.text, { withoutUsage, isCut });
      setTimeout(() => send(response, 200, reply), behaviour.delayMs ?? 0);
      break;
    }
    case 'status': {
      if (behaviour.retryAfter !== undefined) response.setHeader('retry-after', behaviour.retryAfter);
      send(
        response,
        behaviour.status,
        json({ error: { message: behaviour.message ?? `told to answer ${behaviour.status}`, type: 'told' } }),
      );
      break;
    }
    case 'raw': {
      const { body, type = 'application/json', status = 200 } = behaviour;
      send(response, status, { type, body });
      break;
    }
    case 'truncated': {
      const { body } = replyTo(request, 'this reply will be cut', {});
      send(response, 200, { type: 'application/json', body: body.slice(0, body.length / 2) });
      break;
    }
    case 'malformed': {
      send(response, 200, json({ unexpected: true }));
      break;
    }
    case 'html': {
      send(response, 200, { type: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' });
      break;
    }
    case 'reset': {
      response.destroy();
      break;
    }
    case 'hang':
  }
}

function replyTo({ path, body }: Received, text: string, how: ChatOptions): WireReply {
  if (path.endsWith('/messages')) return anthropicReply(body, text);
  if (path.includes('enerateContent')) return googleReply(body, text, path.includes('stream'));
  if (path.endsWith('/responses')) return responsesReply(body, text);
  return chatReply(body, text, how);
}

function json(value: unknown): WireReply {
  return { type: 'application/json', body: JSON.stringify(value) };
}

function send(response: ServerResponse, status: number, { type, body }: WireReply): void {
  response.statusCode = status;
  response.setHeader('content-type', type);
  response.end(body);
}
