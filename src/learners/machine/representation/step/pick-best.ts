import type { PlaneLiteral } from '../machine/expert.ts';
import type { Ranking } from './policy-rows.ts';

/** Where lanes pick; planes and masks are `words` words each. */
export interface PickPlaces {
  readonly image: Int32Array;
  /** Word offset of the first plane. */
  readonly planes: number;
  readonly words: number;
  /** Candidates a lane picks at most. */
  readonly picks: number;
  guardOf(slot: number): readonly PlaneLiteral[];
  /** Called with a slot, its weight and the lanes that pick it. */
  pick(slot: number, weight: number, lanes: Int32Array): void;
}

/** The lanes among `lanes` in which a guard holds. */
export function guardedLanes(
  guard: readonly PlaneLiteral[],
  places: Pick<PickPlaces, 'image' | 'planes' | 'words'>,
  lanes: Int32Array,
): Int32Array {
  const { image, planes, words } = places;
  const open = lanes.slice();
  for (const { plane, value } of guard) {
    const at = planes + plane * words;
    const flip = value ? 0 : -1;
    for (let w = 0; w < words; w += 1) open[w] = open[w]! & (image[at + w]! ^ flip);
  }
  return open;
}

/**
 * Lets every lane of a group pick its best `picks` candidates whose guard holds, in the ranking's order. `left[j]` holds the
 * lanes that may pick more than j times still, so a pick moves a lane one plane down.
 */
export function pickBest({ slots, weights }: Ranking, lanes: Int32Array, places: PickPlaces): void {
  const { words, picks } = places;
  const left = Array.from({ length: picks }, () => lanes.slice());
  for (const [i, slot] of slots.entries()) {
    const open = left[0]!;
    if (open.every((word) => word === 0)) return;
    const picked = guardedLanes(places.guardOf(slot), places, open);
    if (picked.every((word) => word === 0)) continue;
    places.pick(slot, weights[i]!, picked);
    for (let j = 0; j < picks; j += 1) {
      for (let w = 0; w < words; w += 1) {
        const next = j + 1 < picks ? left[j + 1]![w]! : 0;
        left[j]![w] = (left[j]![w]! & ~picked[w]!) | (next & picked[w]!);
      }
    }
  }
}
