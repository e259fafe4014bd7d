import { likenessOfKinds } from './kind-likeness.ts';
import type { KindBeliefs } from './kind-worth.ts';
import type { SelfPlaySettings } from './settings.ts';
import type { State } from './state.ts';

/** What a run believes of the kinds of its questions. */
export function beliefsOf({ kinds, samples }: State, { worth }: SelfPlaySettings): KindBeliefs {
  return {
    book: kinds,
    weights: worth,
    likeness: likenessOfKinds(samples),
  };
}
