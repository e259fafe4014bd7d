import { resolve } from 'node:path';
import type { ModelClient } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { createPace, type Pace, paceModel, recordModel, replayModel } from '#world/models';
import { createModel, type ModelSettings } from '#world/models/providers';
import { systemTimer } from '#app/api';
import { maskOf } from '#world/store/masking';
import { roleName, tellSilence } from './tell-silence.ts';
import type { TrainConfig } from './train-config.ts';

export interface OpenOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For what a run may cost nobody is asked, so no key is needed. */
  readonly asksNobody?: boolean;
  /** Requests go in batches, at half the price and within a day. */
  readonly isBatched?: boolean;
  /** Says a line to the person at the terminal. */
  readonly note?: (line: string) => void;
  /** Has a model asked elsewhere, under the id that it has here. */
  readonly askElsewhere?: ((id: string, settings: ModelSettings) => ModelClient) | undefined;
}

type OpenerConfig = Pick<TrainConfig, 'record' | 'replay' | 'concurrency' | 'analystWorkers'>;

/** Opens models as the config file has them: asked for real, asked and recorded, or answered from a recording alone. */
export function modelOpener(
  { record, replay, concurrency = 16, analystWorkers = 16 }: OpenerConfig,
  { folder, env, asksNobody = false, isBatched = false, note, askElsewhere }: OpenOptions,
): (model: string | ModelSettings, role?: string) => ModelClient {
  const paces = new Map<string, Pace>();
  const paceOf = ({ model, baseUrl = '' }: ModelSettings): Pace => {
    const provider = `${model.slice(0, model.indexOf(':'))} ${baseUrl}`;
    const pace = paces.get(provider) ?? createPace(Math.max(concurrency, analystWorkers), systemTimer);
    paces.set(provider, pace);
    return pace;
  };
  return (model, role) => {
    const settings = typeof model === 'string' ? { model } : model;
    if (replay !== undefined) return replayModel(idOf(settings, env), resolve(folder, replay));
    if (asksNobody) return silentModel(idOf(settings, env));
    const batch = isBatched ? batchTimes(env) : undefined;
    const asked =
      askElsewhere?.(idOf(settings, env), settings) ?? paceModel(createModel(settings, env, batch), paceOf(settings));
    // A batch takes hours, and says so itself.
    const client =
      note === undefined || isBatched ? asked : tellSilence(asked, { note, name: roleName(role, settings) });
    return record === undefined ? client : recordModel(client, resolve(folder, record), maskOf(env, { settings }));
  };
}

/** `PAWL_BATCH_MS` looks at batches more often than usual: for servers that answer at once. */
function batchTimes(env: OpenOptions['env']): Parameters<typeof createModel>[2] {
  const pollMs = Number(env['PAWL_BATCH_MS'] ?? 0);
  return pollMs > 0 ? { gatherMs: pollMs, pollMs, most: 20_000 } : 'usual';
}

function silentModel(id: string): ModelClient {
  const complete = (): Promise<never> => Promise.reject(new Fault('models/not-asked', `${id} is not to be asked`));
  return { id, isSimulated: false, complete };
}

/** What names a model in a recording. A replay asks nobody, so it needs no key. */
export function idOf(settings: ModelSettings, env: OpenOptions['env']): string {
  const keyVariable = 'PAWL_REPLAY_NEEDS_NO_KEY';
  return createModel({ ...settings, keyVariable }, { ...env, [keyVariable]: 'none' }).id;
}
