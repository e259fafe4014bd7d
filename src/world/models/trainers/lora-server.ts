import type { Sampler } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';
import { createModel } from '../providers/create-model.ts';
import type { Environment } from '../providers/settings.ts';
import { chatSampler } from './chat-sampler.ts';
import { requestJson, saidBy } from './http-json.ts';

export interface LoraServerSettings {
  /** OpenAI-compatible, up to and with `/v1`. */
  readonly baseUrl: string;
  /** The variable that holds the key, if the server wants one. */
  readonly keyVariable?: string | undefined;
  readonly stage: string;
  readonly workers?: number | undefined;
}

/** A server that takes and drops LoRA adapters while it runs. */
export interface LoraServer {
  /** Loads an adapter under a new name, asks it something, and only then hands it out. */
  load(name: string, path: string): Promise<Sampler>;
  unload(name: string): Promise<void>;
  /** A model the server already has. */
  use(name: string): Sampler;
}

/**
 * vLLM's runtime adapters. Every checkpoint gets a name of its own: loading in place makes the server read the adapter again on
 * every step, and a half-switched model would answer under the old name.
 *
 * @source vLLM documentation, "LoRA Adapters": /v1/load_lora_adapter and /v1/unload_lora_adapter
 */
export function createLoraServer(settings: LoraServerSettings, env: Environment): LoraServer {
  const { baseUrl, keyVariable, stage, workers } = settings;
  const key = keyVariable === undefined ? undefined : env[keyVariable];
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const use = (name: string): Sampler => {
    const client = createModel(
      { model: `vllm:${name}`, baseUrl, ...(keyVariable === undefined ? {} : { keyVariable }) },
      env,
    );
    return chatSampler(client, { stage, ...(workers === undefined ? {} : { workers }) });
  };
  const post = async (path: string, body: unknown): Promise<{ readonly ok: boolean; readonly said: string }> => {
    const answer = await requestJson({ url: `${baseUrl}/${path}`, method: 'POST', headers, body });
    return { ok: answer.status < 300, said: saidBy(answer) };
  };
  return {
    use,
    async load(name, path) {
      const { ok, said } = await post('load_lora_adapter', { lora_name: name, lora_path: path });
      // A resumed run finds its adapter already there.
      if (!ok && !/already (been )?loaded/iu.test(said)) {
        throw new Fault('models/serving-failed', `the server does not load ${name} from ${path}: ${said}`);
      }
      const sampler = use(name);
      const [reply] = await sampler.sample([{ prompt: 'Say a word.', seed: 0, temperature: 0, maxTokens: 8 }]);
      if (reply === null || reply === undefined) {
        await post('unload_lora_adapter', { lora_name: name });
        throw new Fault('models/serving-failed', `${name} was loaded but does not answer`);
      }
      return sampler;
    },
    async unload(name) {
      await post('unload_lora_adapter', { lora_name: name });
    },
  };
}
