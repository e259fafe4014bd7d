import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { invariant, isRecord } from '#kernel';
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
  | { readonly kind: 'truncated' | 'malformed' | 'html' | 'hang' | 'reset' };

/** A request as it arrived. */
export interface Received {
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
      const one: Received = { path, headers: request.headers, body, text: JSON.stringify(body) };
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

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await readJson(request).catch(() => undefined);
  return isRecord(body) ? body : {};
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
