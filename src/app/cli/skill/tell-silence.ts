import type { ModelClient } from '#foundation/contracts/ports';

/** How long a first call may take before a person is told. */
const PATIENCE_MS = 10_000;

/** Tells once where a model has not answered any call for a while: a wrong address hangs, and a run that says nothing looks like one that works. */
export function tellSilence(client: ModelClient, note: (line: string) => void, patienceMs = PATIENCE_MS): ModelClient {
  let isHeard = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const seconds = Math.round(patienceMs / 1000);
    note(
      `${client.id} has not answered its first call for ${seconds} s; a call is given up after five minutes. Is its address right?`,
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
