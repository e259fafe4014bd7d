import { Fault } from '#foundation/kernel';
import { type ModelSettings, providerNames } from '#world/models/providers';
import type { Chat, Role } from './backends.ts';
import { isOn, type SkilloptFile } from './file.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Part = Partial<ModelSettings>;

/** A model, and the key that the file holds for it: kept in memory under the name of a variable, never written anywhere. */
export interface ImportedModel {
  readonly settings: ModelSettings;
  readonly secrets: Readonly<Record<string, string>>;
}

interface Connection {
  readonly provider: string;
  readonly settings: Part;
  readonly key?: string | undefined;
}

/** The model of a role with how to reach it; undefined where the file names no model. */
export function modelOf(role: Role, chat: Chat, file: SkilloptFile, env: Environment): ImportedModel | undefined {
  const connections: Record<Chat, () => Connection> = {
    openai_chat: () => azure(role, file, env),
    claude_chat: () => ({ provider: 'anthropic', settings: {} }),
    qwen_chat: () => qwen(role, file),
    minimax_chat: () => minimax(file),
    openai_compatible: () => compatible(role, env),
  };
  const name = nameOf(role, chat, file, env);
  if (name === undefined) return undefined;
  const effort = file.text('reasoning_effort');
  const spelled = providerNames.includes(name.slice(0, name.indexOf(':')));
  const { provider, settings, key } = spelled ? { provider: '', settings: {}, key: undefined } : connections[chat]();
  const variable = `SKILLOPT_${role.toUpperCase()}_KEY`;
  return {
    settings: {
      model: spelled ? name : `${provider}:${name}`,
      ...settings,
      ...(key === undefined ? {} : { keyVariable: variable }),
      ...(effort === undefined ? {} : { reasoningEffort: effort }),
    },
    secrets: key === undefined ? {} : { [variable]: key },
  };
}

function nameOf(role: Role, chat: Chat, file: SkilloptFile, env: Environment): string | undefined {
  const named = file.text(`${role}_model`, role);
  const own = role === 'target' && chat === 'minimax_chat' ? file.text('minimax_model') : undefined;
  const fromEnvironment = chat === 'openai_compatible' ? roleVariable(role, 'OPENAI_COMPATIBLE_MODEL', env) : undefined;
  return own ?? named ?? fromEnvironment;
}

function azure(role: Role, file: SkilloptFile, env: Environment): Connection {
  const said = (name: string, ...legacy: readonly string[]): string | undefined =>
    file.text(`${role}_azure_openai_${name}`, `azure_openai_${name}`, ...legacy);
  const endpoint = said('endpoint', 'azure_endpoint');
  const key = said('api_key', 'azure_api_key', 'api_key');
  const version = said('api_version', 'azure_api_version', 'api_version');
  const scope = said('ad_scope');
  const client = said('managed_identity_client_id');
  const named = said('auth_mode') ?? roleVariable(role, 'AZURE_OPENAI_AUTH_MODE', env);
  const mode = named ?? (key === undefined ? 'azure_cli' : 'api_key');
  const address = endpoint === undefined ? {} : { baseUrl: endpoint };
  if (mode === 'openai_compatible') return { provider: 'compatible', settings: address, key };
  const auth = signIn[mode];
  if (auth === undefined) {
    throw new Fault(
      'cli/skillopt-key',
      `azure_openai_auth_mode: there is no ${mode}; known are openai_compatible, ${Object.keys(signIn).join(', ')}`,
    );
  }
  const settings: Part = {
    ...address,
    auth,
    ...(version === undefined ? {} : { apiVersion: version }),
    ...(scope === undefined ? {} : { identityScope: scope }),
    ...(client === undefined ? {} : { identityClient: client }),
  };
  return { provider: 'azure', settings, ...(auth === 'key' ? { key } : {}) };
}

const signIn: Readonly<Record<string, ModelSettings['auth']>> = {
  api_key: 'key',
  key: 'key',
  azure_cli: 'identity',
  managed_identity: 'managed-identity',
};

function qwen(role: Role, file: SkilloptFile): Connection {
  const names = (name: string): [string, string] => [`${role}_qwen_chat_${name}`, `qwen_chat_${name}`];
  const thinking = file.value(...names('enable_thinking'));
  return {
    provider: 'qwen',
    settings: {
      baseUrl: file.text(...names('base_url')) ?? 'http://localhost:8000/v1',
      ...sampler(file, names, 300),
      // A server of one's own reads the switch from its chat template; off leaves it to the server, as the original did.
      ...(isOn(thinking ?? false)
        ? { providerOptions: { qwen: { chat_template_kwargs: { enable_thinking: true } } } }
        : {}),
    },
    key: file.text(...names('api_key')),
  };
}

function minimax(file: SkilloptFile): Connection {
  const names = (name: string): [string] => [`minimax_${name}`];
  const baseUrl = file.text('minimax_base_url');
  const type = isOn(file.value('minimax_enable_thinking') ?? false) ? 'adaptive' : 'disabled';
  return {
    provider: 'minimax',
    settings: {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...sampler(file, names, undefined),
      providerOptions: { minimax: { thinking: { type } } },
    },
    key: file.text('minimax_api_key'),
  };
}

/** What the original sends where its file says nothing: temperature 0.7 and 8,000 tokens. The temperature `none` sends none. */
function sampler(file: SkilloptFile, names: (name: string) => string[], seconds: number | undefined): Part {
  const temperature = file.text(...names('temperature')) === undefined ? 0.7 : file.number(...names('temperature'));
  const timeout = seconds === undefined ? undefined : (file.number(...names('timeout_seconds')) ?? seconds);
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    maxTokens: file.number(...names('max_tokens')) ?? 8000,
  };
}

/** The original reads these servers from the environment alone, where our own provider finds address and key, too. */
function compatible(role: Role, env: Environment): Connection {
  const said = (name: string): string | undefined => roleVariable(role, `OPENAI_COMPATIBLE_${name}`, env);
  const temperature = said('TEMPERATURE');
  const keyVariable = [`${role.toUpperCase()}_OPENAI_COMPATIBLE_API_KEY`].find((name) => env[name]);
  return {
    provider: 'compatible',
    settings: {
      baseUrl: said('BASE_URL') ?? 'https://api.openai.com/v1',
      ...(keyVariable === undefined ? {} : { keyVariable }),
      timeoutSeconds: Number(said('TIMEOUT_SECONDS') ?? 300),
      maxTokens: Number(said('MAX_TOKENS') ?? 8000),
      ...(temperature === undefined ? {} : { temperature: Number(temperature) }),
    },
  };
}

/** A variable of the environment: the role's own before the one that both share. */
function roleVariable(role: Role, name: string, env: Environment): string | undefined {
  return env[`${role.toUpperCase()}_${name}`] || env[name] || undefined;
}
