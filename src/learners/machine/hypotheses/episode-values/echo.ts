import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { isThere, readScalar } from '../word-view.ts';

/** What an episode tells of its own choices: the word that is chosen, and where the last choice and what it paid are shown. */
export interface Echo {
  /** The word of the action, and the values of the tags by which it is there. */
  readonly choice: number;
  readonly tags: readonly { readonly port: number; readonly value: number }[];
  /** Words of one record of the observation: the last choice, and what it paid. */
  readonly chosen: number;
  readonly paid: number;
  /** From here on it paid. */
  readonly paying: number;
}

const MOST_CHOICES = 16;
/** Records that are read before an echo is believed. */
const FEWEST_READ = 24;
/** Share of records that may be of an older choice: some steps ask for something else. */
const MOST_WRONG = 0.1;

function isScalar({ role, repeats }: WordPort): boolean {
  return role === 'word' && repeats.length === 0;
}

/** Every way in which a face may show what was chosen and what it paid. */
export function echoesOf({ observation, action }: FacePorts): Omit<Echo, 'paying'>[] {
  return action.ports.flatMap((port, choice) => {
    if (!isScalar(port) || port.values < 2 || port.values > MOST_CHOICES) return [];
    const others = action.ports.filter((other) => other !== port && other.role !== 'tag' && isTogether(other, port));
    if (others.length > 0) return [];
    const tags = port.cases.map(({ tag, value }) => ({ port: tag, value }));
    const isLike = (seen: WordPort): boolean =>
      isScalar(seen) && seen.cases.length > 0 && seen.values === port.values && seen.low === port.low;
    return observation.ports.flatMap((seen, chosen) =>
      isLike(seen)
        ? observation.ports.flatMap((other, paid) =>
            paid !== chosen && isScalar(other) && JSON.stringify(other.cases) === JSON.stringify(seen.cases)
              ? [{ choice, tags, chosen, paid }]
              : [],
          )
        : [],
    );
  });
}

/** Whether two words of an action may be there at once. */
function isTogether(a: WordPort, b: WordPort): boolean {
  return !a.cases.some((one) => b.cases.some((other) => other.tag === one.tag && other.value !== one.value));
}

/** The first echo that the episodes bear out: it says what was chosen, and who was paid by it earned more. */
export function heardEcho(face: FacePorts, episodes: readonly BitEpisode[]): Echo | undefined {
  for (const echo of echoesOf(face)) {
    const paying = payingOf(echo, face, episodes);
    if (paying !== undefined) return { ...echo, paying };
  }
  return undefined;
}

function payingOf(
  { choice, tags, chosen, paid }: Omit<Echo, 'paying'>,
  { observation: { ports }, action }: FacePorts,
  episodes: readonly BitEpisode[],
): number | undefined {
  const read: { readonly value: number; readonly reward: number }[] = [];
  let wrong = 0;
  for (const { steps } of episodes) {
    for (const { action: done, reward, next } of steps) {
      if (next === undefined || !isThere(next, ports[chosen]!, ports)) continue;
      if (tags.some(({ port, value }) => readScalar(done, action.ports[port]!) !== value)) continue;
      if (readScalar(next, ports[chosen]!) === readScalar(done, action.ports[choice]!)) {
        read.push({ value: readScalar(next, ports[paid]!), reward });
      } else wrong += 1;
    }
  }
  const [low, high] = read.reduce(
    ([a, b], { value }) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  );
  const paying = Math.ceil((low + high) / 2);
  const [more, less] = [read.filter(({ value }) => value >= paying), read.filter(({ value }) => value < paying)];
  const mean = (some: typeof read): number => some.reduce((sum, { reward }) => sum + reward, 0) / some.length;
  const isHeard = read.length >= FEWEST_READ && wrong <= MOST_WRONG * read.length;
  return isHeard && less.length > 0 && mean(more) > mean(less) ? paying : undefined;
}

/** What was chosen in an episode, and whether it paid: `2 · choice + 1` where it did. */
export function heardIn(
  { steps }: BitEpisode,
  { chosen, paid, paying }: Echo,
  { observation: { ports } }: FacePorts,
): number[] {
  return steps.flatMap(({ next }) =>
    next !== undefined && isThere(next, ports[chosen]!, ports)
      ? [2 * readScalar(next, ports[chosen]!) + (readScalar(next, ports[paid]!) >= paying ? 1 : 0)]
      : [],
  );
}
