import type { RankedPatch } from '#schedule/patches';
import { z } from 'zod';
import { PatchData } from './patch-jobs.ts';

/** What a waiting patch carries. */
export const Payload = z.strictObject({ fragment: z.string(), by: z.enum(['structure', 'chance']), patch: PatchData });

/** What events tell of a patch. */
interface PatchFacts extends Pick<RankedPatch['patch'], 'id' | 'kind' | 'gain'> {
  readonly fragment: string;
  readonly pox: number;
  readonly verificationCost: number;
  readonly priority: number;
  readonly says: string;
}

export function patchFacts({ patch, score, cost, priority }: RankedPatch): PatchFacts {
  const { id, kind, gain } = patch;
  const { fragment, patch: content } = Payload.parse(patch.payload);
  const says = `${kind} ${content.removes.join(' and ')} of ${fragment}`;
  return { id, kind, fragment, gain, pox: score, verificationCost: cost, priority, says };
}
