import type { JobPlace } from '#dispatch';
import { probeKind } from '#bench';
import { jobKinds } from '#loops';

/** What a thread or a worker of this program runs: every kind of job that its loops ask for. */
export function createPlace(): JobPlace {
  return { kinds: [...jobKinds, probeKind] };
}
