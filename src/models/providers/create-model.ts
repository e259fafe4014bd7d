import type { Json, ModelClient } from '#contracts';
import { Fault } from '#kernel';
import { type AiSdkSettings, fromAiSdk } from '../ai-sdk.ts';
import { asLanguageModel, type LanguageModel } from '../language-model.ts';
import { listPriceOf } from '../price.ts';
import { azureModel } from './azure.ts';
import { compatibleModel, compatibleNames } from './compatible.ts';
import { keyOf } from './keys.ts';
import { sdk } from './load-sdk.ts';
import type { Environment, ModelSettings } from './settings.ts';

type Effort = (effort: string) => Readonly<Record<string, Readonly<Record<string, Json>>>>;
type Build = (model: string, settings: ModelSettings, env: Environment) => LanguageModel;

interface Provider {
  readonly build: Build;
  readonly effort?: Effort;
  /** Whether requests may carry a seed. */
  readonly sendsSeed: boolean;
}

const providers: Readonly<Record<string, Provider>> = {
  openai: {
    build: (model, settings, env) => {
      const apiKey = keyOf(settings, 'OPENAI_API_KEY', env);
      return asLanguageModel(
        sdk
          .openai()
          .createOpenAI({ apiKey, ...baseUrl(settings) })
          .chat(model),
      );
    },
    effort: (effort) => ({ openai: { reasoningEffort: effort } }),
    sendsSeed: true,
  },
  azure: { build: azureModel, effort: (effort) => ({ openai: { reasoningEffort: effort } }), sendsSeed: true },
  anthropic: {
    build: (model, settings, env) => {
      const apiKey = keyOf(settings, 'ANTHROPIC_API_KEY', env);
      return asLanguageModel(sdk.anthropic().createAnthropic({ apiKey, ...baseUrl(settings) })(model));
    },
    effort: (effort) => ({ anthropic: { effort } }),
    sendsSeed: false,
  },
  google: {
    build: (model, settings, env) => {
      const apiKey = keyOf(settings, 'GEMINI_API_KEY', env);
      return asLanguageModel(sdk.google().createGoogleGenerativeAI({ apiKey, ...baseUrl(settings) })(model));
    },
    effort: (effort) => ({ google: { thinkingConfig: { thinkingLevel: effort } } }),
    sendsSeed: true,
  },
  ...Object.fromEntries(
    compatibleNames.map((server) => [
      server,
      {
        build: (model: string, settings: ModelSettings, env: Environment) =>
          compatibleModel(server, model, settings, env),
        effort: (effort: string) => ({ [server]: { reasoningEffort: effort } }),
        sendsSeed: true,
      },
    ]),
  ),
};

/** The names a model string may begin with. */
export const providerNames: readonly string[] = Object.keys(providers);

/** The model that a configuration names as `provider:model`. A name without provider is refused: it must not reach a gateway. */
export function createModel(settings: ModelSettings, env: Environment): ModelClient {
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
  return fromAiSdk(provider.build(model, settings, env), sdkSettings(model, provider, settings));
}

function sdkSettings(model: string, provider: Provider, settings: ModelSettings): AiSdkSettings {
  const {
    temperature,
    maxTokens,
    reasoningEffort,
    timeoutSeconds,
    providerOptions,
    sendsSeed = provider.sendsSeed,
  } = settings;
  const price = settings.price ?? listPriceOf(model);
  return {
    sendsSeed,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(provider.effort === undefined ? {} : { effortOptions: provider.effort }),
    ...(price === undefined ? {} : { price }),
  };
}

function baseUrl({ baseUrl: url }: ModelSettings): { baseURL?: string } {
  return url === undefined ? {} : { baseURL: url };
}
