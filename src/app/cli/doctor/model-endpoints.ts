import { z } from 'zod';
import { type Finding, missing, present } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const keyNames = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'MISTRAL_API_KEY',
  'GROQ_API_KEY',
  'TOGETHER_API_KEY',
  'OPENROUTER_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
];

/** Default ports of model servers that speak the OpenAI protocol. */
const localServers = [
  { port: 11434, name: 'Ollama' },
  { port: 8000, name: 'vLLM' },
  { port: 8080, name: 'llama.cpp' },
  { port: 1234, name: 'LM Studio' },
];

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Names of the models a server offers, or `undefined` when it does not answer as one. */
export async function listModels(baseUrl: string, timeoutMs: number): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(`${baseUrl}/v1/models`, { signal: AbortSignal.timeout(timeoutMs) });
    const list = ModelList.safeParse(await response.json());
    return list.success ? list.data.data.map(({ id }) => id) : undefined;
  } catch {
    return undefined;
  }
}

/** Model endpoints this machine could use: keys in the environment (by name only) and servers on loopback. */
export async function inspectModelEndpoints(env: Environment, timeoutMs: number): Promise<readonly Finding[]> {
  const keys = keyNames.filter((name) => (env[name] ?? '') !== '').map((name) => present('model', `${name} is set`));
  const probes = localServers.map(async ({ port, name }) => {
    const models = await listModels(`http://127.0.0.1:${port}`, timeoutMs);
    if (models === undefined) return [];
    const shown = models.slice(0, 5).join(', ') || 'no models loaded';
    return [present('model', `server on 127.0.0.1:${port}, default port of ${name}: ${shown}`)];
  });
  const found = [...keys, ...(await Promise.all(probes)).flat()];
  if (found.length > 0) return found;
  const todo =
    'Set a key such as OPENAI_API_KEY, or start an OpenAI-compatible server; the embedded learners need neither.';
  return [missing('model', 'no endpoint found', todo)];
}
