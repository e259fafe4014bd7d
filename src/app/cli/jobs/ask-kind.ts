import { z } from 'zod';
import { type Dispatcher, type JobKind, Message, type ModelClient, Usage } from '#foundation/contracts/ports';
import { type Hash, hashOf } from '#foundation/kernel';
import { createPace, paceModel } from '#world/models';
import { createModel, ModelSettings } from '#world/models/providers';
import { systemTimer } from '#app/api';
import { callLane } from './call-lane.ts';

const Ask = z.strictObject({
  model: ModelSettings,
  request: z.strictObject({
    stage: z.string(),
    messages: z.array(Message),
    seed: z.number(),
    maxTokens: z.int().min(1).exactOptional(),
    temperature: z.number().exactOptional(),
    reasoningEffort: z.string().exactOptional(),
    schema: z.record(z.string(), z.json()).exactOptional(),
  }),
});
type Ask = z.infer<typeof Ask>;

const Reply = z.strictObject({
  text: z.string(),
  usage: Usage.exactOptional(),
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
});
type Reply = z.infer<typeof Reply>;

/** Calls of one model at once on one machine, before a server asks for less. */
const callsAtOnce = 16;

/** One call of a model, with the keys of the machine that makes it. */
export function createAskKind(env: Readonly<Record<string, string | undefined>>): JobKind<Ask, Reply> {
  const clients = new Map<Hash, ModelClient>();
  const clientOf = (settings: ModelSettings): ModelClient => {
    const key = hashOf(settings);
    const client = clients.get(key) ?? paceModel(createModel(settings, env), createPace(callsAtOnce, systemTimer));
    clients.set(key, client);
    return client;
  };
  return {
    kind: 'models/ask',
    inputs: Ask,
    result: Reply,
    lane: ({ model }) => callLane(model),
    run: ({ model, request }, { signal }) => clientOf(model).complete(request, signal),
  };
}

/** A model that whichever worker takes the call asks. */
export function queuedModel(id: string, settings: ModelSettings, dispatcher: Dispatcher): ModelClient {
  const kind = createAskKind({});
  return {
    id,
    isSimulated: false,
    complete: (request, signal) =>
      dispatcher.run(kind, Ask.parse(JSON.parse(JSON.stringify({ model: settings, request }))), { signal }),
  };
}
