import type { RunEvent } from '#contracts';
import { hashOf, type Hash } from '#kernel';

/** The certificate an event names, if it names one. */
function namedBy({ data }: RunEvent): Hash | undefined {
  if (typeof data !== 'object' || data === null || !('certificate' in data)) return undefined;
  return typeof data.certificate === 'string' ? data.certificate : undefined;
}

/**
 * Says what is wrong with a run's events: an accepted change without a certificate, a certificate that is named but gone, and
 * a finished run whose events are not those its hash was made from:
 *
 *     h₀ = hashOf([]),  hₙ₊₁ = hashOf([hₙ, typeₙ, dataₙ])
 */
export function checkEvents(events: Iterable<RunEvent>, held: ReadonlySet<Hash>, hash: Hash | undefined): string[] {
  const wrong: string[] = [];
  let chain = hashOf([]);
  for (const event of events) {
    chain = hashOf([chain, event.type, event.data]);
    const named = namedBy(event);
    if (named === undefined && event.type.endsWith('-accepted')) {
      wrong.push(`event ${event.seq} (${event.type}) names no certificate`);
    }
    if (named !== undefined && !held.has(named)) {
      wrong.push(`event ${event.seq} (${event.type}) names certificate ${named}, which is not in the store`);
    }
  }
  if (hash !== undefined && chain !== hash) wrong.push(`the events have hash ${chain}, the run says ${hash}`);
  return wrong;
}
