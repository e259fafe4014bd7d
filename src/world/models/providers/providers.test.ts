import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelClient, ModelRequest } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { type Behaviour, type ModelServer, startModelServer } from '../loopback/model-server.ts';
import { createModel } from './create-model.ts';
import { ModelSettings } from './settings.ts';

const request: ModelRequest = {
  stage: 'target',
  seed: 7,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'ping' },
    { role: 'assistant', content: 'pong' },
    { role: 'user', content: 'again' },
  ],
};
const keys = { OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2', GEMINI_API_KEY: 'k3', AZURE_OPENAI_API_KEY: 'k4' };
const servers: ModelServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(...behaviours: readonly Behaviour[]): Promise<ModelServer> {
  const server = await startModelServer((_request, i) => behaviours[Math.min(i, behaviours.length - 1)]!);
  servers.push(server);
  return server;
}

function model(name: string, server: ModelServer, more: Partial<ModelSettings> = {}): ModelClient {
  return createModel({ model: name, baseUrl: `${server.address}/v1`, ...more }, keys);
}

async function faultOfCall(client: ModelClient): Promise<Fault> {
  const error: unknown = await client.complete(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Fault);
  return error as Fault;
}

describe('providers, each with its own SDK against a server on loopback', () => {
  it.each([
    'openai:m',
    'anthropic:m',
    'google:m',
    'azure:m',
    'compatible:m',
    'ollama:m',
    'vllm:m',
    'llamacpp:m',
    'qwen:m',
    'minimax:m',
  ])('%s answers with text and usage, in one request', async (name) => {
    const server = await serve({ kind: 'answer', text: 'pong!' });
    const reply = await model(name, server).complete(request);
    expect(reply).toMatchObject({ text: 'pong!', finish: 'stop', usage: { calls: 1 } });
    expect(reply.usage!.promptTokens).toBeGreaterThan(0);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]!.text).toContain('Be brief.');
  });

  it('sends seed, temperature, limits, effort and schema, and no seed where a provider refuses one', async () => {
    const server = await serve({ kind: 'answer', text: '{}' });
    const asked = { ...request, maxTokens: 9, temperature: 0.5, reasoningEffort: 'low', schema: { type: 'object' } };
    await model('compatible:m', server).complete(asked);
    expect(server.received[0]!.body).toMatchObject({
      seed: 7,
      max_tokens: 9,
      temperature: 0.5,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema' },
    });
    await model('anthropic:m', server).complete(request);
    expect(server.received[1]!.body).not.toHaveProperty('seed');
  });

  it('takes the effort of the settings where a request asks for none, beside the options of the provider', async () => {
    const server = await serve({ kind: 'answer', text: '{}' });
    const more = {
      reasoningEffort: 'high',
      providerOptions: { qwen: { chat_template_kwargs: { enable_thinking: true } } },
    };
    await model('qwen:m', server, more).complete(request);
    expect(server.received[0]!.body).toMatchObject({
      reasoning_effort: 'high',
      chat_template_kwargs: { enable_thinking: true },
    });
  });

  it('asks the managed identity it is told for a token of the scope, and the deployment for a dated version', async () => {
    const server = await serve({ kind: 'answer', text: 'pong!' });
    const asked: string[] = [];
    const identity = createServer((incoming, response) => {
      asked.push(incoming.url!);
      response.end(JSON.stringify({ access_token: 'fresh', expires_on: 4e9 }));
    });
    await new Promise<void>((resolve) => {
      identity.listen(0, '127.0.0.1', resolve);
    });
    try {
      const { port } = identity.address() as AddressInfo;
      const settings = {
        model: 'azure:m',
        baseUrl: server.address,
        auth: 'managed-identity',
        identityScope: 'https://x.example/.default',
        identityClient: 'c',
        apiVersion: '2024-12-01-preview',
      } as const;
      await createModel(settings, { IDENTITY_ENDPOINT: `http://127.0.0.1:${port}/token` }).complete(request);
    } finally {
      identity.close();
    }
    expect(asked).toEqual([expect.stringMatching(/resource=https%3A%2F%2Fx\.example&client_id=c$/)]);
    expect(server.received[0]).toMatchObject({
      path: '/openai/deployments/m/chat/completions',
      headers: { authorization: 'Bearer fresh' },
    });
  });

  it('tells rate limits, server errors, broken replies and cut connections apart, and never retries by itself', async () => {
    const cases: readonly (readonly [Behaviour, string, number | undefined])[] = [
      [{ kind: 'status', status: 429, retryAfter: '3' }, 'rate-limit', 3000],
      [{ kind: 'status', status: 500 }, 'connection', undefined],
      [{ kind: 'truncated' }, 'malformed', undefined],
      [{ kind: 'malformed' }, 'malformed', undefined],
      [{ kind: 'reset' }, 'connection', undefined],
    ];
    for (const [behaviour, outage, retryAfterMs] of cases) {
      const server = await serve(behaviour);
      const fault = await faultOfCall(model('compatible:m', server));
      expect([fault.code, fault.details['outage']]).toEqual(['models/outage', outage]);
      expect(fault.details['retryAfterMs']).toBe(retryAfterMs);
      expect(server.received).toHaveLength(1);
    }
  });

  it('quotes the beginning of what came where a reply was expected', async () => {
    const { message } = await faultOfCall(model('compatible:m', await serve({ kind: 'html' })));
    expect(message).toContain('Invalid JSON response: "<html><body><h1>502 Bad Gateway');
    expect(message.length).toBeLessThan(160);
  });

  it('takes a server that hangs as a time-out, and a refused connection as an outage', async () => {
    const server = await serve({ kind: 'hang' });
    const slow = await faultOfCall(model('compatible:m', server, { timeoutSeconds: 0.05 }));
    expect(slow.details['outage']).toBe('timeout');
    const gone = model('compatible:m', server);
    await servers.pop()!.close();
    expect((await faultOfCall(gone)).details['outage']).toBe('connection');
  });

  it('stops at once when asked to, with the reason of who asked', async () => {
    const server = await serve({ kind: 'hang' });
    const stop = new AbortController();
    const call = model('compatible:m', server).complete(request, stop.signal);
    stop.abort(new Error('budget'));
    await expect(call).rejects.toThrow('budget');
  });

  it('says that a wrong key is no outage', async () => {
    const fault = await faultOfCall(model('openai:m', await serve({ kind: 'status', status: 401 })));
    expect([fault.code, fault.details['status']]).toEqual(['models/refused-request', 401]);
  });

  it('leaves usage out where the server does not tell it', async () => {
    const reply = await model('compatible:m', await serve({ kind: 'answer', text: 'x', withoutUsage: true })).complete(
      request,
    );
    expect(reply).toEqual({ text: 'x', finish: 'stop' });
  });

  it('prices usage by the table, by the settings first, and not at all for a model it does not know', async () => {
    const server = await serve({ kind: 'answer', text: 'x' });
    const listed = await model('openai:gpt-5-mini-2025-08-07', server).complete(request);
    expect(listed.usage!.dollars).toBeCloseTo(
      (listed.usage!.promptTokens * 0.25 + listed.usage!.completionTokens * 2) / 1e6,
      12,
    );
    const own = await model('openai:gpt-5-mini', server, { price: { prompt: 1, completion: 0 } }).complete(request);
    expect(own.usage!.dollars).toBeCloseTo(own.usage!.promptTokens / 1e6, 12);
    expect((await model('openai:gpt-5-minimal', server).complete(request)).usage).not.toHaveProperty('dollars');
  });

  it.each(['gpt-5', 'nobody:m', 'openai:', 'toString:m'])('refuses "%s" before anything is sent', (name) => {
    expect(() => createModel({ model: name }, keys)).toThrow(/does not name a provider/);
  });

  it('names the variable of a missing key, and takes another one when told', async () => {
    expect(() => createModel({ model: 'openai:m' }, {})).toThrow(/OPENAI_API_KEY/);
    const server = await serve({ kind: 'answer', text: 'x' });
    const settings = { model: 'openai:m', baseUrl: `${server.address}/v1`, keyVariable: 'TEAM_KEY' };
    await createModel(settings, { TEAM_KEY: 'secret-of-the-team' }).complete(request);
    expect(server.received[0]!.headers['authorization']).toBe('Bearer secret-of-the-team');
  });

  it('keeps sampler and model in the id, but never the key', async () => {
    const server = await serve({ kind: 'answer', text: 'x' });
    const ids = [model('openai:a', server), model('openai:b', server), model('openai:a', server, { temperature: 1 })];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
    expect(ids.some(({ id }) => id.includes('k1'))).toBe(false);
  });
});

it('no package of the AI SDK is loaded before a model of it is opened', () => {
  const folder = join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(10);
  const eager = sources.filter((path) =>
    /^import (?!type ).*from '@ai-sdk\//m.test(readFileSync(join(folder, path), 'utf8')),
  );
  expect(eager).toEqual([]);
});
