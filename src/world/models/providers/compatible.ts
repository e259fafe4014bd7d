import { Fault } from '#foundation/kernel';
import { asLanguageModel, type LanguageModel } from '../language-model.ts';
import { optionalKeyOf } from './keys.ts';
import { sdk } from './load-sdk.ts';
import type { Environment, ModelSettings } from './settings.ts';

/** Servers that speak OpenAI's chat protocol: where they usually are, and where their key usually is. */
const compatibleServers = {
  compatible: { baseUrl: undefined, keyVariable: 'OPENAI_COMPATIBLE_API_KEY' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', keyVariable: 'OLLAMA_API_KEY' },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', keyVariable: 'VLLM_API_KEY' },
  llamacpp: { baseUrl: 'http://127.0.0.1:8080/v1', keyVariable: 'LLAMACPP_API_KEY' },
  qwen: { baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', keyVariable: 'DASHSCOPE_API_KEY' },
  minimax: { baseUrl: 'https://api.minimax.io/v1', keyVariable: 'MINIMAX_API_KEY' },
} as const;

type CompatibleServer = keyof typeof compatibleServers;

export const compatibleNames = [
  'compatible',
  'ollama',
  'vllm',
  'llamacpp',
  'qwen',
  'minimax',
] as const satisfies readonly CompatibleServer[];

/** Where such a server is and with which key; none where it is another kind of server, or nobody said where. */
export function compatibleAddress(
  server: string,
  settings: ModelSettings,
  env: Environment,
): { readonly baseUrl: string; readonly apiKey: string | undefined } | undefined {
  const name = compatibleNames.find((one) => one === server);
  if (name === undefined) return undefined;
  const usual = compatibleServers[name];
  const baseUrl = settings.baseUrl ?? env['OPENAI_COMPATIBLE_BASE_URL'] ?? usual.baseUrl;
  return baseUrl === undefined ? undefined : { baseUrl, apiKey: optionalKeyOf(settings, usual.keyVariable, env) };
}

/** How a config names a model together with its server, as an example. */
export function targetWithAddress(model: string): string {
  return `target: { model: '${model}', baseUrl: 'http://127.0.0.1:8000/v1' }`;
}

/** A model behind a server that speaks OpenAI's chat protocol. */
export function compatibleModel(
  server: CompatibleServer,
  model: string,
  settings: ModelSettings,
  { env, ...how }: { readonly env: Environment; readonly fetch?: typeof fetch },
): LanguageModel {
  const place = compatibleAddress(server, settings, env);
  if (place === undefined) {
    throw new Fault('models/no-address', `${settings.model} needs a baseUrl`, {
      details: { model: settings.model },
      hint: `Say where it is in the config, ${targetWithAddress(settings.model)}, or set OPENAI_COMPATIBLE_BASE_URL.`,
    });
  }
  const { baseUrl: baseURL, apiKey } = place;
  const provider = sdk.compatible().createOpenAICompatible({
    name: server,
    baseURL,
    ...(apiKey === undefined ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    includeUsage: true,
    ...how,
  });
  return asLanguageModel(provider.chatModel(model));
}
