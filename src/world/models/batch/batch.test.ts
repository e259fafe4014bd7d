import { describe, expect, it } from 'vitest';
import { type Behaviour, type Received, startModelServer } from '../loopback/model-server.ts';
import { createModel } from '../providers/create-model.ts';

const raw = (value: unknown): Behaviour => ({ kind: 'raw', body: JSON.stringify(value) });
const times = { gatherMs: 10, pollMs: 5, most: 100 };
const ask = (content: string, seed = 0) => ({ stage: 's', seed, messages: [{ role: 'user', content }] }) as const;

/** The state of OpenAI's batch service: files of lines, batches that take two looks, an output file with the lines in another order. */
function openaiService(): (request: Received) => Behaviour {
  const files: string[] = [];
  let looks = 0;
  return ({ method, path, text, body }) => {
    if (path === '/v1/files') {
      files.push(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
      return raw({ id: `file-${files.length}` });
    }
    if (method === 'POST' && path === '/v1/batches') {
      const isRight = body['input_file_id'] === 'file-1' && body['completion_window'] === '24h';
      return isRight ? raw({ id: 'b1', status: 'validating' }) : { kind: 'status', status: 400 };
    }
    if (path === '/v1/batches/b1') {
      looks += 1;
      return raw(
        looks < 3 ? { status: 'in_progress' } : { status: 'completed', output_file_id: 'out', error_file_id: 'err' },
      );
    }
    const lines = files[0]!.split('\n').map((line) => JSON.parse(line));
    const answers = lines.map(({ custom_id, body: asked }) => {
      const said = asked.messages.at(-1).content;
      const usage = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 80 } };
      const message = { role: 'assistant', content: `re: ${said}` };
      const whole = {
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      };
      if (said === 'bad')
        return {
          custom_id,
          response: { status_code: 400, body: { error: { message: 'no such thing', type: 'invalid_request_error' } } },
        };
      return said === 'late'
        ? { custom_id, response: null, error: { code: 'batch_expired', message: 'too late' } }
        : { custom_id, response: { status_code: 200, body: whole } };
    });
    const isError = path.includes('/err/');
    const wanted = answers.filter(({ response }) => (response?.status_code === 200) !== isError);
    return {
      kind: 'raw',
      type: 'application/jsonl',
      body: wanted
        .toReversed()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    };
  };
}

describe('batch endpoints of models', () => {
  it("go to OpenAI's endpoints as one file, come back by their ids, at half the price less what the cache saves", async () => {
    const server = await startModelServer(openaiService());
    const model = createModel(
      { model: 'openai:gpt-5-mini', baseUrl: `${server.address}/v1` },
      { OPENAI_API_KEY: 'k' },
      times,
    );
    const all = await Promise.allSettled(['one', 'two', 'bad', 'late'].map((text) => model.complete(ask(text))));
    await server.close();
    expect(all.slice(0, 2)).toMatchObject([{ value: { text: 're: one' } }, { value: { text: 're: two' } }]);
    // (20 · 0.25 + 80 · 0.025 + 10 · 2) / 10⁶ / 2
    expect(all[0]).toMatchObject({ value: { usage: { promptTokens: 100, dollars: expect.closeTo(13.5e-6, 9) } } });
    expect(all[2]).toMatchObject({ reason: { code: 'models/refused-request' } });
    expect(all[3]).toMatchObject({ reason: { code: 'models/outage' } });
    expect(server.received.filter(({ path }) => path === '/v1/files')).toHaveLength(1);
    expect(server.received.every(({ headers }) => headers['authorization'] === 'Bearer k')).toBe(true);
    expect(server.received.some(({ path }) => path.endsWith('/chat/completions'))).toBe(false);
  });

  it("go to Anthropic's endpoint, with the skill marked as a prefix to be cached", async () => {
    let looks = 0;
    let sent: readonly { custom_id: string; params: { system: unknown } }[] = [];
    const server = await startModelServer(({ method, path, body }) => {
      if (method === 'POST') {
        sent = body['requests'] as typeof sent;
        return raw({ id: 'mb', processing_status: 'in_progress' });
      }
      if (!path.endsWith('/results'))
        return raw({ id: 'mb', processing_status: (looks += 1) < 2 ? 'in_progress' : 'ended' });
      const usage = {
        input_tokens: 20,
        cache_read_input_tokens: 80,
        cache_creation_input_tokens: 0,
        output_tokens: 10,
      };
      const message = {
        id: 'x',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'yes' }],
        stop_reason: 'end_turn',
        usage,
      };
      const lines = sent.map(({ custom_id }, i) => ({
        custom_id,
        result: i === 0 ? { type: 'succeeded', message } : { type: 'expired' },
      }));
      return { kind: 'raw', body: lines.map((line) => JSON.stringify(line)).join('\n') };
    });
    const model = createModel(
      { model: 'anthropic:claude-sonnet-4', baseUrl: `${server.address}/v1` },
      { ANTHROPIC_API_KEY: 'k' },
      times,
    );
    const request = {
      stage: 's',
      seed: 0,
      maxTokens: 9,
      messages: [
        { role: 'system', content: 'The skill.' },
        { role: 'user', content: 'Go.' },
      ],
    } as const;
    const all = await Promise.allSettled([model.complete(request), model.complete(request)]);
    await server.close();
    // (20 · 3 + 80 · 0.3 + 10 · 15) / 10⁶ / 2
    expect(all[0]).toMatchObject({ value: { text: 'yes', usage: { dollars: expect.closeTo(117e-6, 9) } } });
    expect(all[1]).toMatchObject({ reason: { code: 'models/outage' } });
    expect(server.received.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/v1/messages/batches',
    ]);
    expect(sent[0]!.params.system).toEqual([
      { type: 'text', text: 'The skill.', cache_control: { type: 'ephemeral' } },
    ]);
  });

  it('a batch that is refused is refused for each of its requests', async () => {
    const server = await startModelServer(() => ({ kind: 'status', status: 401, message: 'Incorrect API key' }));
    const model = createModel(
      { model: 'openai:gpt-5-mini', baseUrl: `${server.address}/v1` },
      { OPENAI_API_KEY: 'k' },
      times,
    );
    const all = await Promise.allSettled([model.complete(ask('a')), model.complete(ask('b'))]);
    await server.close();
    for (const one of all)
      expect(one).toMatchObject({
        reason: { code: 'models/refused-request', message: expect.stringContaining('401') },
      });
    expect(server.received).toHaveLength(1);
    expect(() => createModel({ model: 'google:gemini-2.5-flash' }, { GEMINI_API_KEY: 'k' }, times)).toThrow(
      'takes no batches',
    );
  });
});

describe('images and tools', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo=';

  it('reach the model as parts of the message, and calls of tools come back as data', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const usage = { prompt_tokens: 5, completion_tokens: 5 };
    const server = await startModelServer(() =>
      raw({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
        usage,
      }),
    );
    const model = createModel({ model: 'compatible:m', baseUrl: `${server.address}/v1` }, {});
    const parameters = { type: 'object', properties: { a: { type: 'number' } } };
    const reply = await model.complete({
      stage: 's',
      seed: 0,
      messages: [{ role: 'user', content: 'Look.', images: [png, 'https://example.org/a.png'] }],
      tools: [{ name: 'add', parameters }],
    });
    await server.close();
    expect(reply.toolCalls).toEqual([{ name: 'add', input: { a: 1, b: 2 } }]);
    const { messages, tools } = server.received[0]!.body as { messages: { content: unknown }[]; tools: unknown };
    expect(messages[0]!.content).toEqual([
      { type: 'text', text: 'Look.' },
      { type: 'image_url', image_url: { url: png } },
      { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
    ]);
    expect(tools).toMatchObject([{ type: 'function', function: { name: 'add', parameters } }]);
  });
});
