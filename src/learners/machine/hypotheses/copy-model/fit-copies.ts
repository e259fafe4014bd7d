import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode, BitStep } from '../evidence.ts';
import type { Meter } from '../meter.ts';
import { placesOf, readWord } from '../word-view.ts';
import {
  type CopyBinding,
  type CopyHypothesis,
  isScalarWord,
  type Leaf,
  leavesLike,
  placeOf,
  statePorts,
} from './copy-hypothesis.ts';
import { fitReward } from './fit-reward.ts';
import type { CopyStep } from './copy-step.ts';

/** A hypothesis with how much of what was seen it explains. */
export interface FittedCopy {
  readonly hypothesis: CopyHypothesis;
  /** Share of next states that one of the two copies gives. */
  readonly explained: number;
  /** Root mean square of what the terms leave of the rewards. */
  readonly error: number;
}

const MOST_STEPS = 30_000;

/** Readings of a face: every word that moves and can be a state, and a word that always steps by one, where there is one. */
export function copyBindings(face: FacePorts, episodes: readonly BitEpisode[]): CopyBinding[] {
  const { ports } = face.observation;
  const pairs = episodes
    .slice(0, 200)
    .flatMap(({ steps }) =>
      steps.flatMap(({ observation, next }) => (next === undefined ? [] : [{ before: observation, after: next }])),
    );
  const stepOf = (port: WordPort): Set<number> =>
    new Set(
      pairs.map(
        ({ before, after }) => readWord(after, port.offset, port.width) - readWord(before, port.offset, port.width),
      ),
    );
  const steps = ports.map((port) => (isScalarWord(port) ? stepOf(port) : new Set([0])));
  const clock = steps.findIndex((each) => each.size === 1 && (each.has(1) || each.has(-1)));
  return statePorts(face)
    .filter((index) => index !== clock && steps[index]!.size > 1)
    .map((state) => ({ state, clock: clock < 0 ? null : clock }));
}

/** Finds the copies and the terms of the reward; undefined where a state or an action was never seen. */
export function fitCopies(
  face: FacePorts,
  binding: CopyBinding,
  { actions, episodes }: { readonly actions: readonly Uint8Array[]; readonly episodes: readonly BitEpisode[] },
  meter: Meter,
): FittedCopy | undefined {
  const { ports } = face.observation;
  const steps = copyStepsOf(ports[binding.state]!, actions, episodes);
  const copies = findCopies(face, binding, { steps, actions: actions.length }, meter);
  if (copies === undefined) return undefined;
  const { first, second, slip, explained } = copies;
  const { horizon, end } = horizonOf(binding, ports, episodes);
  const partial = {
    binding,
    actions: actions.map((bits) => [...bits]),
    first,
    second,
    slip,
    horizon,
    end,
    scale: steps.reduce((most, { step }) => Math.max(most, Math.abs(step.reward)), 0),
  };
  const { terms, error } = fitReward(partial, face, steps, meter);
  return { hypothesis: { ...partial, terms }, explained, error };
}

interface Copies {
  readonly first: Leaf[][];
  readonly second: Leaf[][];
  readonly slip: number;
  readonly explained: number;
}

/** For each action and state the word that is copied most often, then the best for the rest. */
function findCopies(
  { observation: { ports } }: FacePorts,
  { state }: CopyBinding,
  { steps, actions }: { readonly steps: readonly CopyStep[]; readonly actions: number },
  meter: Meter,
): Copies | undefined {
  const { width, values } = ports[state]!;
  const candidates = leavesLike(ports, state);
  const places = candidates.map((leaf) => placeOf(leaf, ports));
  const fits = ({ step, next }: CopyStep, c: number): boolean => readWord(step.observation, places[c]!, width) === next;
  const first: Leaf[][] = [];
  const second: Leaf[][] = [];
  let [explained, ones, twos] = [0, 0, 0];
  for (let a = 0; a < actions; a += 1) {
    const rows: [Leaf[], Leaf[]] = [[], []];
    for (let s = 0; s < values; s += 1) {
      const own = steps.filter((one) => one.state === s && one.action === a);
      if (own.length === 0) return undefined;
      meter.spend(own.length * candidates.length);
      const best = bestCopy(own, candidates.length, fits);
      const rest = own.filter((one) => !fits(one, best));
      const other = rest.length === 0 ? best : bestCopy(rest, candidates.length, fits);
      rows[0].push(candidates[best]!);
      rows[1].push(candidates[other]!);
      for (const one of own) {
        const [isFirst, isSecond] = [fits(one, best), fits(one, other)];
        if (isFirst || isSecond) explained += 1;
        if (isFirst !== isSecond) [ones, twos] = isFirst ? [ones + 1, twos] : [ones, twos + 1];
      }
    }
    first.push(rows[0]);
    second.push(rows[1]);
  }
  return { first, second, slip: twos / Math.max(1, ones + twos), explained: explained / steps.length };
}

function copyStepsOf(
  { offset, width }: WordPort,
  actions: readonly Uint8Array[],
  episodes: readonly BitEpisode[],
): CopyStep[] {
  const codes = new Map(actions.map((bits, i) => [bits.join(''), i]));
  const found: CopyStep[] = [];
  for (const { steps } of episodes) {
    for (const step of steps) {
      const action = codes.get(step.action.join(''));
      const { next } = step;
      if (next === undefined || action === undefined) continue;
      found.push({
        step: { ...step, next },
        state: readWord(step.observation, offset, width),
        action,
        next: readWord(next, offset, width),
      });
      if (found.length === MOST_STEPS) return found;
    }
  }
  return found;
}

function bestCopy(steps: readonly CopyStep[], candidates: number, fits: (one: CopyStep, c: number) => boolean): number {
  let [best, most] = [0, -1];
  for (let c = 0; c < candidates; c += 1) {
    const n = steps.reduce((sum, one) => sum + (fits(one, c) ? 1 : 0), 0);
    if (n > most) [best, most] = [c, n];
  }
  return best;
}

/** How long episodes are, and what the clock shows when they are over: its last value and one step on. */
function horizonOf(
  { clock }: CopyBinding,
  ports: readonly WordPort[],
  episodes: readonly BitEpisode[],
): { readonly horizon: number; readonly end: number } {
  const horizon = episodes.reduce((most, { steps }) => Math.max(most, steps.length), 1);
  if (clock === null) return { horizon, end: 0 };
  const { steps } = episodes.find((each) => each.steps.length === horizon)!;
  const at = (step: BitStep): number => readWord(step.observation, placesOf(ports[clock]!)[0]!, ports[clock]!.width);
  const last = at(steps.at(-1)!);
  const by = steps.length < 2 ? 1 : Math.sign(last - at(steps.at(-2)!));
  return { horizon, end: last + by };
}
