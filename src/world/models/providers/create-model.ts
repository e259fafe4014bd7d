import type { Json } from '#foundation/contracts';
import type { ModelClient } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { type AiSdkSettings, fromAiSdk } from '../ai-sdk.ts';
import { fetchSameOrigin } from '../fetch-same-origin.ts';
import { asLanguageModel, type LanguageModel } from '../language-model.ts';
import {
  anthropicBatches,
  type BatchDialect,
  type BatchTimes,
  createBatchFetch,
  openaiBatches,
} from '../batch/batch-fetch.ts';
import { halfPrice, listPriceOf } from '../price.ts';
import { azureModel } from './azure.ts';
import { compatibleModel, compatibleNames } from './compatible.ts';
import { ggufModel } from './gguf.ts';
import { keyOf } from './keys.ts';
import { sdk } from './load-sdk.ts';
import type { Environment, ModelSettings } from './settings.ts';

type Effort = (effort: string) => Readonly<Record<string, Readonly<Record<string, Json>>>>;
type Build = (model: string, settings: ModelSettings, env: Environment, how: Transport) => LanguageModel;

/** How requests travel: a `fetch` in place of the usual one. */
interface Transport {
  readonly fetch?: typeof fetch;
}

interface Provider {
  readonly build: Build;
  readonly effort?: Effort;
  /** Whether requests may carry a seed. */
  readonly sendsSeed: boolean;
  /** How it takes batches; absent where it takes none. */
  readonly batches?: BatchDialect;
  /** Whether stable prefixes must be marked to be cached; others find them by themselves. */
  readonly marksCache?: boolean;
}

const providers: Readonly<Record<string, Provider>> = {
  openai: {
    build: (model, settings, env, how) => {
      const apiKey = keyOf(settings, 'OPENAI_API_KEY', env);
      return asLanguageModel(
        sdk
          .openai()
          .createOpenAI({ apiKey, ...baseUrl(settings), ...how })
          .chat(model),
      );
    },
    effort: (effort) => ({ openai: { reasoningEffort: effort } }),
    sendsSeed: true,
    batches: openaiBatches,
  },
  azure: { build: azureModel, effort: (effort) => ({ openai: { reasoningEffort: effort } }), sendsSeed: true },
  anthropic: {
    build: (model, settings, env, how) => {
      const apiKey = keyOf(settings, 'ANTHROPIC_API_KEY', env);
      return asLanguageModel(sdk.anthropic().createAnthropic({ apiKey, ...baseUrl(settings), ...how })(model));
    },
    effort: (effort) => ({ anthropic: { effort } }),
    sendsSeed: false,
    batches: anthropicBatches,
    marksCache: true,
  },
  google: {
    build: (model, settings, env, how) => {
      const apiKey = keyOf(settings, 'GEMINI_API_KEY', env);
      return asLanguageModel(sdk.google().createGoogleGenerativeAI({ apiKey, ...baseUrl(settings), ...how })(model));
    },
    effort: (effort) => ({ google: { thinkingConfig: { thinkingLevel: effort } } }),
    sendsSeed: true,
  },
  gguf: { build: (file, _settings, env) => ggufModel(file, env), sendsSeed: true },
  ...Object.fromEntries(
    compatibleNames.map((server) => [
      server,
      {
        build: (model: string, settings: ModelSettings, env: Environment, how: Transport) =>
          compatibleModel(server, model, settings, { env, ...how }),
        effort: (effort: string) => ({ [server]: { reasoningEffort: effort } }),
        sendsSeed: true,
        batches: openaiBatches,
      },
    ]),
  ),
};

/** The names a model string may begin with. */
export const providerNames: readonly string[] = Object.keys(providers);

/** The model that a configuration names as `provider:model`. A name without provider is refused: it must not reach a gateway. */
export function createModel(settings: ModelSettings, env: Environment, batch?: BatchTimes | 'usual'): ModelClient {
  const colon = settings.model.indexOf(':');
  const name = colon < 0 ? '' : settings.model.slice(0, colon);
  const model = settings.model.slice(colon + 1);
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider === undefined || model === '') {
    throw new Fault('models/unknown-provider', `"${settings.model}" does not name a provider and a model`, {
      hint: `Write provider:model, such as openai:gpt-5-mini; providers are ${providerNames.join(', ')}.`,
      details: { model: settings.model, providers: providerNames },
    });
  }
  const how = { fetch: batch === undefined ? fetchSameOrigin : batchFetch(name, provider, batch) };
  const built = provider.build(model, settings, env, how);
  return fromAiSdk(built, sdkSettings(model, provider, settings, batch !== undefined));
}

function batchFetch(name: string, { batches }: Provider, times: BatchTimes | 'usual'): typeof fetch {
  if (batches === undefined) throw new Fault('models/no-batch', `${name} takes no batches here`);
  return createBatchFetch(batches, times === 'usual' ? undefined : times);
}

/** A batch takes a day at most, and is looked after until then. */
const BATCH_MS = 25 * 3_600_000;

// oxlint-disable-next-line max-params -- a model, who serves it, what the user says, and by which way
function sdkSettings(model: string, provider: Provider, settings: ModelSettings, isBatch: boolean): AiSdkSettings {
  const {
    temperature,
    maxTokens,
    reasoningEffort,
    timeoutSeconds,
    providerOptions,
    sendsSeed = provider.sendsSeed,
  } = settings;
  const listed = settings.price ?? listPriceOf(model);
  const price = listed !== undefined && isBatch ? halfPrice(listed) : listed;
  return {
    sendsSeed,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(isBatch ? { timeoutMs: BATCH_MS } : timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    ...(provider.marksCache === true ? { marksCache: true } : {}),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(provider.effort === undefined ? {} : { effortOptions: provider.effort }),
    ...(price === undefined ? {} : { price }),
  };
}

function baseUrl({ baseUrl: url }: ModelSettings): { baseURL?: string } {
  return url === undefined ? {} : { baseURL: url };
}
