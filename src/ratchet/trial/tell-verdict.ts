import type { Json } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import type { Tried } from './try-candidate.ts';

/**
 * Writes how a trial ended. Only what has a certificate is called accepted: a candidate that stays without one was forced, or passed a gate
 * that tests nothing.
 */
export function tellVerdict(
  journal: Pick<Journal, 'emit'>,
  { verdict, certificate }: Pick<Tried, 'verdict' | 'certificate'>,
  facts: { readonly [name: string]: Json },
  uncertified: 'passed' | 'forced' = 'passed',
): void {
  if (verdict === 'reject') journal.emit('candidate-rejected', facts);
  else if (verdict === 'undecided') journal.emit('candidate-undecided', facts);
  else if (certificate === undefined) journal.emit(`candidate-${uncertified}`, facts);
  else journal.emit('candidate-accepted', { ...facts, certificate });
}
