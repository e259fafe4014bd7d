/** A whole HTTP body and its type. */
export interface WireReply {
  readonly type: string;
  readonly body: string;
}

type Body = Readonly<Record<string, unknown>>;

const tokensOf = (text: string): number => Math.ceil(text.length / 4);
const countOf = (body: Body): number => tokensOf(JSON.stringify(body));

/** Server-sent events, each with its name where the format has names. */
function events(rows: readonly (readonly [string | undefined, unknown])[]): WireReply {
  const body = rows
    .map(([name, data]) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
    })
    .join('');
  return { type: 'text/event-stream', body };
}

export interface ChatOptions {
  readonly withoutUsage?: boolean;
  /** Whether the reply ends at the limit of tokens. */
  readonly isCut?: boolean;
}

/** OpenAI's chat completions. */
export function chatReply(body: Body, text: string, { withoutUsage = false, isCut = false }: ChatOptions): WireReply {
  const end = isCut ? 'length' : 'stop';
  const head = { id: 'chatcmpl-loopback', created: 0, model: body['model'] ?? 'loopback' };
  const prompt = countOf(body);
  const usage = { prompt_tokens: prompt, completion_tokens: tokensOf(text), total_tokens: prompt + tokensOf(text) };
  if (body['stream'] !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: end }];
    const whole = { ...head, object: 'chat.completion', choices, ...(withoutUsage ? {} : { usage }) };
    return { type: 'application/json', body: JSON.stringify(whole) };
  }
  const chunk = (delta: unknown, finish: string | null, extra = {}): unknown => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...extra,
  });
  return events([
    [undefined, chunk({ role: 'assistant', content: text }, null)],
    [undefined, chunk({}, end, withoutUsage ? {} : { usage })],
    [undefined, '[DONE]'],
  ]);
}

/** OpenAI's responses. */
export function responsesReply(body: Body, text: string): WireReply {
  const prompt = countOf(body);
  const usage = {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: tokensOf(text),
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + tokensOf(text),
  };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const item = { type: 'message', id: 'msg_loopback', status: 'completed', role: 'assistant', content };
  const response = { id: 'resp_loopback', object: 'response', created_at: 0, model: body['model'] ?? 'loopback' };
  const done = { ...response, status: 'completed', output: [item], usage };
  if (body['stream'] !== true) return { type: 'application/json', body: JSON.stringify(done) };
  const at = { output_index: 0, item_id: 'msg_loopback', content_index: 0 };
  const rows: readonly Readonly<Record<string, unknown>>[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '', annotations: [] } },
    { type: 'response.output_text.delta', ...at, delta: text },
    { type: 'response.output_text.done', ...at, text },
    { type: 'response.content_part.done', ...at, part: content[0] },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: done },
  ];
  return events(rows.map((row, i) => [String(row['type']), { ...row, sequence_number: i }]));
}

/** Anthropic's messages. */
export function anthropicReply(body: Body, text: string): WireReply {
  const usage = { input_tokens: countOf(body), output_tokens: tokensOf(text) };
  const head = { id: 'msg_loopback', type: 'message', role: 'assistant', model: body['model'] ?? 'loopback' };
  const block = { type: 'text', text };
  if (body['stream'] !== true) {
    const whole = { ...head, content: [block], stop_reason: 'end_turn', stop_sequence: null, usage };
    return { type: 'application/json', body: JSON.stringify(whole) };
  }
  const started = { ...head, content: [], stop_reason: null, stop_sequence: null };
  return events([
    ['message_start', { type: 'message_start', message: { ...started, usage: { ...usage, output_tokens: 0 } } }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }],
    ['message_stop', { type: 'message_stop' }],
  ]);
}

/** Google's generateContent. */
export function googleReply(body: Body, text: string, isStreamed: boolean): WireReply {
  const promptTokenCount = countOf(body);
  const candidatesTokenCount = tokensOf(text);
  const usageMetadata = {
    promptTokenCount,
    candidatesTokenCount,
    totalTokenCount: promptTokenCount + candidatesTokenCount,
  };
  const candidates = [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }];
  const whole = { candidates, usageMetadata };
  return isStreamed ? events([[undefined, whole]]) : { type: 'application/json', body: JSON.stringify(whole) };
}
