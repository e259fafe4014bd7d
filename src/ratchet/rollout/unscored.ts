import { Outage, type Outcome } from '#foundation/contracts';
import type { Usage } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

/** Outages before the model began to work: the call counts, its tokens do not. After any other, what it used is not known. */
export const costless: ReadonlySet<string> = new Set(['rate-limit', 'connection', 'refusal']);

/**
 * The outcome of a rollout that an outage ended, with the wait that the service asked for. A request that the service refuses for what
 * is in it, such as a content filter does, is that task's alone. Any other error goes on: a wrong key or a task without an answer is
 * for the user to repair, and retrying would not help.
 */
export function unscoredFrom(error: unknown, used: { readonly usage?: Usage }): Outcome {
  if (!(error instanceof Fault)) throw error;
  const isRefusal = error.code === 'models/refused-request' && error.details['outage'] === 'refusal';
  if (error.code === 'models/outage' || isRefusal) {
    const outage = Outage.safeParse(error.details['outage']).data ?? 'connection';
    const wait = error.details['retryAfterMs'];
    const asked = typeof wait === 'number' && wait >= 0 ? { retryAfterMs: wait } : {};
    const known = costless.has(outage) && used.usage !== undefined;
    const usage = known ? { usage: { ...used.usage, calls: used.usage.calls + 1 } } : {};
    return { kind: 'unscored', outage, message: error.message, ...usage, ...asked };
  }
  if (error.code === 'sandbox/failed') return { kind: 'unscored', outage: 'sandbox', message: error.message, ...used };
  throw error;
}
