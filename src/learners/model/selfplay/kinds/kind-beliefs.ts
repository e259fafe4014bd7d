import type { SelfPlaySettings } from '../settings.ts';
import type { State } from '../state.ts';
import { likenessOfKinds } from './kind-likeness.ts';
import type { KindBeliefs } from './kind-worth.ts';

/** What a run believes of the kinds of its questions. */
export function beliefsOf(
  { kinds, samples }: Pick<State, 'kinds' | 'samples'>,
  settings: SelfPlaySettings,
): KindBeliefs {
  return { book: kinds, weights: settings, likeness: likenessOfKinds(samples) };
}
