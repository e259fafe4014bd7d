import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { fetchSameOrigin } from '../fetch-same-origin.ts';
import { asLanguageModel, type LanguageModel } from '../language-model.ts';
import { keyOf } from './keys.ts';
import { sdk } from './load-sdk.ts';
import type { Environment, ModelSettings } from './settings.ts';

const usualScope = 'https://cognitiveservices.azure.com';
const identityAddress = 'http://169.254.169.254/metadata/identity/oauth2/token';

/** A deployment of Azure OpenAI, with a key or with an Azure identity. */
export function azureModel(deployment: string, settings: ModelSettings, env: Environment): LanguageModel {
  const baseURL = settings.baseUrl ?? env['AZURE_OPENAI_ENDPOINT'];
  if (baseURL === undefined) {
    throw new Fault('models/no-address', `${settings.model} needs a baseUrl or AZURE_OPENAI_ENDPOINT`);
  }
  const common = {
    baseURL: /\/openai\/?$/.test(baseURL) ? baseURL : `${baseURL.replace(/\/$/, '')}/openai`,
    ...(settings.apiVersion === undefined ? {} : { apiVersion: settings.apiVersion }),
    useDeploymentBasedUrls: /^\d{4}-\d\d-\d\d/.test(settings.apiVersion ?? ''),
  };
  const usesKey = (settings.auth ?? 'key') === 'key';
  const provider = usesKey
    ? sdk
        .azure()
        .createAzure({ ...common, apiKey: keyOf(settings, 'AZURE_OPENAI_API_KEY', env), fetch: fetchSameOrigin })
    : sdk.azure().createAzure({
        ...common,
        apiKey: 'replaced',
        fetch: withIdentity(createTokenSource(identityOf(settings, env), env)),
      });
  return asLanguageModel(provider.chat(deployment));
}

/** Sends a fresh token in place of the key. */
function withIdentity(token: () => Promise<string>): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('api-key');
    headers.set('authorization', `Bearer ${await token()}`);
    return await fetchSameOrigin(input, { ...init, headers });
  };
}

/** Tokens from the managed identity where a machine has one, else from `az`; kept until five minutes before they end. */
function createTokenSource(identity: Identity, env: Environment, now: () => number = Date.now): () => Promise<string> {
  let held: { readonly token: string; readonly until: number } | undefined;
  return async () => {
    if (held !== undefined && now() < held.until) return held.token;
    const { token, expiresAt } = await (identity.isManaged ? managedToken(identity, env) : commandLineToken(identity));
    held = { token, until: expiresAt - 300_000 };
    return token;
  };
}

interface Identity {
  readonly isManaged: boolean;
  readonly client: string | undefined;
  /** A resource: scopes of the command line's kind end with `/.default`, which resources do not. */
  readonly resource: string;
}

function identityOf({ auth, identityScope, identityClient }: ModelSettings, env: Environment): Identity {
  const client = identityClient ?? env['AZURE_CLIENT_ID'];
  return {
    isManaged: auth === 'managed-identity' || client !== undefined || env['IDENTITY_ENDPOINT'] !== undefined,
    client,
    resource: (identityScope ?? usualScope).replace(/\/\.default$/, ''),
  };
}

const ManagedToken = z.object({ access_token: z.string(), expires_on: z.coerce.number() });
const CommandLineToken = z.object({ accessToken: z.string(), expires_on: z.number() });

interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** @source Azure instance metadata service, "How to use managed identities to acquire an access token" */
async function managedToken({ client, resource }: Identity, env: Environment): Promise<Token> {
  const url = new URL(env['IDENTITY_ENDPOINT'] ?? identityAddress);
  url.searchParams.set('api-version', env['IDENTITY_ENDPOINT'] === undefined ? '2018-02-01' : '2019-08-01');
  url.searchParams.set('resource', resource);
  if (client !== undefined) url.searchParams.set('client_id', client);
  const headers: Record<string, string> = { Metadata: 'true' };
  if (env['IDENTITY_HEADER'] !== undefined) headers['X-IDENTITY-HEADER'] = env['IDENTITY_HEADER'];
  const reply = await fetchSameOrigin(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(noIdentity);
  if (!reply.ok) throw noIdentity(new Error(`the identity endpoint answered ${reply.status}`));
  const body = ManagedToken.parse(await reply.json());
  return { token: body.access_token, expiresAt: body.expires_on * 1000 };
}

async function commandLineToken({ resource }: Identity): Promise<Token> {
  const args = ['account', 'get-access-token', '--resource', resource, '--output', 'json'];
  const { stdout } = await promisify(execFile)('az', args, { timeout: 30_000 }).catch(noIdentity);
  const body = CommandLineToken.parse(JSON.parse(stdout));
  return { token: body.accessToken, expiresAt: body.expires_on * 1000 };
}

function noIdentity(cause: unknown): never {
  throw new Fault('models/no-identity', 'no Azure identity could be had', { cause });
}
