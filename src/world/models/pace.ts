import type { ModelClient, Timer } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

/** How many calls a provider is sent at once: fewer when it says that they are too many, more again when it does not. */
export interface Pace {
  /** Waits for a place; what it returns is called when the call has ended, with its fault where it had one. */
  enter(signal?: AbortSignal): Promise<(fault?: unknown) => void>;
  /** Calls that may be under way at once by now. */
  limit(): number;
}

/**
 * Additive increase, multiplicative decrease. Of w places, after each answer and after each refusal for too many calls:
 *
 *     w ← min(most, w + 1/w)        w ← max(1, w/2), once per round of calls
 *
 * Calls that began before the last decrease say nothing new about the smaller w. Where the provider says how long to wait, nobody
 * is sent before that.
 *
 * @source Chiu & Jain 1989, for many users of one link without a word between them
 */
export function createPace(most: number, timer: Timer): Pace {
  let places = most;
  let underWay = 0;
  let calls = 0;
  let lastOfRound = 0;
  let openAt = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (underWay < Math.max(1, Math.floor(places)) && waiting.length > 0) {
      underWay += 1;
      waiting.shift()!();
    }
  };

  const untilOpen = async (signal: AbortSignal | undefined): Promise<void> => {
    const left = openAt - timer.now();
    if (left <= 0 || signal?.aborted === true) return;
    await timer.sleep(left, signal);
    await untilOpen(signal);
  };

  return {
    async enter(signal) {
      await new Promise<void>((go) => {
        waiting.push(go);
        admit();
      });
      await untilOpen(signal);
      calls += 1;
      const mine = calls;
      return (fault) => {
        underWay -= 1;
        if (fault === undefined) places = Math.min(most, places + 1 / places);
        else if (isTooMany(fault)) {
          if (mine > lastOfRound) places = Math.max(1, places / 2);
          if (mine > lastOfRound) lastOfRound = calls;
          const asked = fault.details['retryAfterMs'];
          if (typeof asked === 'number') openAt = Math.max(openAt, timer.now() + asked);
        }
        admit();
      };
    },
    limit: () => Math.max(1, Math.floor(places)),
  };
}

function isTooMany(fault: unknown): fault is Fault {
  return fault instanceof Fault && fault.details['outage'] === 'rate-limit';
}

/** A model whose calls keep the pace of their provider. It keeps its id, for it answers the same. */
export function paceModel(client: ModelClient, pace: Pace): ModelClient {
  return {
    ...client,
    async complete(request, signal) {
      const leave = await pace.enter(signal);
      try {
        const reply = await client.complete(request, signal);
        leave();
        return reply;
      } catch (error) {
        leave(error);
        throw error;
      }
    },
  };
}
