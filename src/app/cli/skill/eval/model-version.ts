import { z } from 'zod';
import { hashOf } from '#foundation/kernel';
import { fetchSameOrigin } from '#world/models';
import { addressOf, type ModelSettings } from '#world/models/providers';

const Models = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

/**
 * What a server says of a model, as a hash: another one means that another model answers to the name. Servers that speak OpenAI's protocol
 * list their models; of others, and of one that does not answer, nothing is known.
 */
export async function modelVersion(
  model: string | ModelSettings | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (model === undefined) return undefined;
  const settings = typeof model === 'string' ? { model } : model;
  const place = addressOf(settings, env);
  if (place === undefined) return undefined;
  try {
    const headers = place.apiKey === undefined ? {} : { authorization: `Bearer ${place.apiKey}` };
    const response = await fetchSameOrigin(`${place.baseUrl}/models`, { headers, signal: AbortSignal.timeout(10_000) });
    const list = Models.parse(await response.json());
    const name = settings.model.slice(settings.model.indexOf(':') + 1);
    const found = list.data.find(({ id }) => id === name);
    return found === undefined ? undefined : hashOf(JSON.parse(JSON.stringify(found)));
  } catch {
    return undefined;
  }
}
