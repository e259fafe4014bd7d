import { Json } from '#foundation/contracts';
import type { ModelClient, ModelReply, ModelRequest, Tool, Usage } from '#foundation/contracts/ports';
import { abortReason, canonicalText } from '#foundation/kernel';
import { asLanguageModel, type Generated, type LanguageModel, type PromptMessage } from './language-model.ts';
import { faultOf, outageFault } from './outage.ts';
import { type CacheUse, dollarsOf, type Price } from './price.ts';
import { createTimeOut } from './time-out.ts';

/** How a model of the AI SDK is used. */
export interface AiSdkSettings {
  /** Given to the model with every request, by provider name: the SDK's `providerOptions`. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** How this provider wants a reasoning effort; absent where it takes none. */
  readonly effortOptions?: (effort: string) => Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** For requests that name none. */
  readonly reasoningEffort?: string;
  readonly price?: Price;
  /** A request that takes longer is an outage; learned from the answers unless told. */
  readonly timeoutMs?: number;
  /** Off for models that refuse a seed. */
  readonly sendsSeed?: boolean;
  /** Marks the end of the system prompt, the skill, as a prefix to be cached: Anthropic caches nothing else. */
  readonly marksCache?: boolean;
}

/**
 * A language model of the AI SDK as a `ModelClient`. It calls the model itself, not `generateText`: one call is one request,
 * so no hidden retry escapes a budget.
 */
export function fromAiSdk(given: LanguageModel, settings: AiSdkSettings = {}): ModelClient {
  const model = asLanguageModel(given);
  const { price: _price, effortOptions: _effort, marksCache: _marks, timeoutMs, ...sampler } = settings;
  const timeOut = createTimeOut();
  const name = `${model.provider}/${model.modelId}`;
  return {
    id: `${name} ${canonicalText(sampler)}`,
    isSimulated: false,
    async complete(request, signal) {
      const milliseconds = timeoutMs ?? timeOut.milliseconds();
      const limit = AbortSignal.timeout(Math.ceil(milliseconds));
      const abortSignal = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const began = performance.now();
      const generated = await ask(model, name, { ...optionsOf(request, settings), abortSignal }, signal).catch(
        (error: unknown) => {
          if (!limit.aborted || signal?.aborted === true) throw error;
          const seconds = Math.round(milliseconds / 1000);
          throw outageFault('timeout', `${name}: no answer within ${seconds} s`, undefined, error);
        },
      );
      timeOut.took(performance.now() - began);
      return replyOf(generated, name, settings.price);
    },
  };
}

type Options = Parameters<LanguageModel['doGenerate']>[0];

async function ask(model: LanguageModel, name: string, options: Options, signal?: AbortSignal): Promise<Generated> {
  try {
    return await model.doGenerate(options);
  } catch (error) {
    if (signal?.aborted === true) throw abortReason(signal);
    throw faultOf(error, name, Date.now);
  }
}

function optionsOf(request: ModelRequest, settings: AiSdkSettings): Options {
  const maxOutputTokens = request.maxTokens ?? settings.maxTokens;
  const temperature = request.temperature ?? settings.temperature;
  const effort = request.reasoningEffort ?? settings.reasoningEffort;
  const wantsEffort = effort !== undefined && effort !== '' && settings.effortOptions !== undefined;
  return {
    prompt: request.messages.map((message) => promptMessage(message, settings.marksCache === true)),
    ...(request.tools === undefined ? {} : { tools: request.tools.map(toolOf) }),
    ...(settings.sendsSeed === false ? {} : { seed: request.seed }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(request.schema === undefined ? {} : { responseFormat: { type: 'json' as const, schema: request.schema } }),
    providerOptions: joined(settings.providerOptions ?? {}, wantsEffort ? settings.effortOptions(effort) : {}),
  };
}

type ProviderOptions = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Both, provider by provider: an effort must not drop what the user sets beside it. */
function joined(set: ProviderOptions, asked: ProviderOptions): Record<string, Record<string, Json>> {
  const names = new Set([...Object.keys(set), ...Object.keys(asked)]);
  return Object.fromEntries([...names].map((name) => [name, { ...set[name], ...asked[name] }]));
}

/** A tool's output stands as a user's message: these requests offer no tools to call. */
function promptMessage(
  { role, content, images = [] }: ModelRequest['messages'][number],
  marksCache: boolean,
): PromptMessage {
  if (role === 'system') return marksCache ? { role, content, providerOptions: cacheMark } : { role, content };
  const text = { type: 'text', text: content } as const;
  if (role === 'assistant') return { role, content: [text] };
  return { role: 'user', content: [text, ...images.map(imagePart)] };
}

const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

function imagePart(image: string): { type: 'file'; mediaType: string; data: string | URL } {
  const [, mediaType = 'image/*', data] = /^data:([^;,]+);base64,(.*)$/s.exec(image) ?? [];
  return { type: 'file', mediaType, data: data ?? new URL(image) };
}

function toolOf({ name, description, parameters }: Tool): NonNullable<Options['tools']>[number] {
  const tool = { type: 'function', name, inputSchema: parameters } as const;
  return description === undefined ? tool : { ...tool, description };
}

/** Calls of tools, with their inputs as data; an input that is no JSON stays text. */
function toolCallsOf({ content }: Generated): NonNullable<ModelReply['toolCalls']> {
  return content.flatMap(({ type, toolName, input }) => {
    if (type !== 'tool-call' || toolName === undefined) return [];
    const parsed = Json.safeParse(typeof input === 'string' ? parseJson(input) : input);
    return [{ name: toolName, input: parsed.success ? parsed.data : null }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Longer replies come from a broken server: they would fill the store and no scorer could read them. */
const MOST_CHARACTERS = 2_000_000;

function replyOf(generated: Generated, name: string, price: Price | undefined): ModelReply {
  const text = generated.content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
  const reason = typeof generated.finishReason === 'string' ? generated.finishReason : generated.finishReason.unified;
  if (text.length > MOST_CHARACTERS) {
    throw outageFault('malformed', `${name}: a reply of ${text.length} characters, more than any model writes`);
  }
  if (reason === 'error') throw outageFault('malformed', `${name}: the model ended with an error`);
  const finish = reason === 'stop' || reason === 'length' ? reason : reason === 'content-filter' ? 'refusal' : 'other';
  const usage = usageOf(generated, price);
  const toolCalls = toolCallsOf(generated);
  return {
    text,
    finish,
    ...(usage === undefined ? {} : { usage }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function usageOf({ usage }: Generated, price: Price | undefined): Usage | undefined {
  const promptTokens = totalOf(usage?.inputTokens);
  const completionTokens = totalOf(usage?.outputTokens);
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const counted = { calls: 1, promptTokens, completionTokens };
  return price === undefined ? counted : { ...counted, dollars: dollarsOf(counted, price, cacheUse(usage)) };
}

function cacheUse(usage: Generated['usage']): CacheUse {
  const input = usage?.inputTokens;
  const nested = typeof input === 'object' ? input : {};
  return { read: nested.cacheRead ?? usage?.cachedInputTokens ?? 0, written: nested.cacheWrite ?? 0 };
}

function totalOf(count: number | undefined | { readonly total?: number | undefined }): number | undefined {
  return typeof count === 'object' ? count.total : count;
}
