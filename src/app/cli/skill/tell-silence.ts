import type { ModelClient } from '#foundation/contracts/ports';
import type { ModelSettings } from '#world/models/providers';
import { plainAddress } from './named-models.ts';

/** How long a first call may take before a person is told. */
const PATIENCE_MS = 10_000;

interface SilenceOptions {
  readonly note: (line: string) => void;
  /** Who is silent, as a person knows it: the role and the model. */
  readonly name: string;
  readonly patienceMs?: number;
}

/** Who a model is to a person. */
export function roleName(role: string | undefined, { model, baseUrl }: ModelSettings): string {
  const address = plainAddress(baseUrl);
  const at = address === undefined ? model : `${model} at ${address}`;
  return role === undefined ? at : `the ${role}, ${at},`;
}

/** Tells once where a model has not answered any call for a while: a wrong address hangs, and a run that says nothing looks like one that works. */
export function tellSilence(
  client: ModelClient,
  { note, name, patienceMs = PATIENCE_MS }: SilenceOptions,
): ModelClient {
  let isHeard = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const seconds = Math.round(patienceMs / 1000);
    note(
      `${name} has not answered its first call for ${seconds} s; a call is given up after five minutes. Is its address right?`,
    );
  };
  const heard = (): void => {
    isHeard = true;
    clearTimeout(timer);
  };
  return {
    ...client,
    async complete(...call) {
      if (!isHeard) timer ??= setTimeout(tell, patienceMs).unref();
      try {
        return await client.complete(...call);
      } finally {
        heard();
      }
    },
  };
}
