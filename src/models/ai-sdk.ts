import type { Json, ModelClient, ModelReply, ModelRequest, Usage } from '#contracts';
import { abortReason, canonicalText } from '#kernel';
import { asLanguageModel, type Generated, type LanguageModel, type PromptMessage } from './language-model.ts';
import { faultOf, outageFault } from './outage.ts';
import { dollarsOf, type Price } from './price.ts';
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
}

/**
 * A language model of the AI SDK as a `ModelClient`. It calls the model itself, not `generateText`: one call is one request,
 * so no hidden retry escapes a budget.
 */
export function fromAiSdk(given: LanguageModel, settings: AiSdkSettings = {}): ModelClient {
  const model = asLanguageModel(given);
  const { price: _price, effortOptions: _effort, timeoutMs, ...sampler } = settings;
  const timeOut = createTimeOut();
  const name = `${model.provider}/${model.modelId}`;
  return {
    id: `${name} ${canonicalText(sampler)}`,
    isSimulated: false,
    async complete(request, signal) {
      const milliseconds = timeoutMs ?? timeOut.milliseconds();
      const limit = AbortSignal.timeout(milliseconds);
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
    prompt: request.messages.map(promptMessage),
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
function promptMessage({ role, content }: ModelRequest['messages'][number]): PromptMessage {
  if (role === 'system') return { role, content };
  return { role: role === 'assistant' ? 'assistant' : 'user', content: [{ type: 'text', text: content }] };
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
  return usage === undefined ? { text, finish } : { text, finish, usage };
}

function usageOf({ usage }: Generated, price: Price | undefined): Usage | undefined {
  const promptTokens = totalOf(usage?.inputTokens);
  const completionTokens = totalOf(usage?.outputTokens);
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const counted = { calls: 1, promptTokens, completionTokens };
  return price === undefined ? counted : { ...counted, dollars: dollarsOf(counted, price) };
}

function totalOf(count: number | undefined | { readonly total?: number | undefined }): number | undefined {
  return typeof count === 'object' ? count.total : count;
}
