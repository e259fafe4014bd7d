import { compatibleAddress } from './compatible.ts';
import { optionalKeyOf } from './keys.ts';
import type { Environment, ModelSettings } from './settings.ts';

/** Where a server with OpenAI's protocol is, and with which key. */
export interface Address {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** The address of a model's server where it speaks OpenAI's protocol; none for others, or where nobody said where it is. */
export function addressOf(settings: ModelSettings, env: Environment): Address | undefined {
  const provider = settings.model.slice(0, Math.max(0, settings.model.indexOf(':')));
  if (provider === 'openai') {
    const baseUrl = settings.baseUrl ?? 'https://api.openai.com/v1';
    return { baseUrl, apiKey: optionalKeyOf(settings, 'OPENAI_API_KEY', env) };
  }
  return compatibleAddress(provider, settings, env);
}
