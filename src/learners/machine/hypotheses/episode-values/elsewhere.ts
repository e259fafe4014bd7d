import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode, BitStep } from '../evidence.ts';
import { readScalar, writeWord } from '../word-view.ts';
import type { Echo } from './echo.ts';

/** Where a word has one of these values no choice is asked for: this action, as bits, earned most there. */
export interface Elsewhere {
  readonly port: number;
  readonly values: readonly number[];
  readonly action: readonly number[];
}

/** A word of more values is no name of what is asked. */
const MOST_VALUES = 8;
/** Steps of either kind before they are compared, and standard errors by which other actions must be ahead. */
const FEWEST = 16;
const SURE = 3;
/** Parts of its range by which the word of another action is told. */
const BUCKETS = 8;

/** What is asked besides choices, where the action has other forms; the first word that tells it. */
export function elsewhereOf(echo: Echo, face: FacePorts, episodes: readonly BitEpisode[]): Elsewhere | undefined {
  if (echo.tags.length === 0) return undefined;
  const { ports } = face.observation;
  const steps = episodes.flatMap((episode) => episode.steps);
  const isChoice = ({ action }: BitStep): boolean =>
    echo.tags.every(({ port, value }) => readScalar(action, face.action.ports[port]!) === value);
  for (const [port, word] of ports.entries()) {
    const isName = word.role === 'word' && word.symbol && word.values <= MOST_VALUES;
    if (!isName || word.repeats.length + word.cases.length > 0) continue;
    const others = Array.from({ length: word.values }, (_, value) => {
      const own = steps.filter(({ observation }) => readScalar(observation, word) === value);
      const [choices, rest] = [own.filter(isChoice), own.filter((step) => !isChoice(step))];
      return isAhead(rest, choices) ? rest : [];
    });
    const values = others.flatMap((some, value) => (some.length > 0 ? [value] : []));
    if (values.length > 0) return { port, values, action: bestAction(others.flat(), face) };
  }
  return undefined;
}

function isAhead(some: readonly BitStep[], others: readonly BitStep[]): boolean {
  if (some.length < FEWEST) return false;
  // Legal actions by chance never choose where no choice is legal.
  if (others.length === 0) return true;
  if (others.length < FEWEST) return false;
  const [a, b] = [some, others].map((steps) => {
    const mean = meanOf(steps);
    const variance = steps.reduce((sum, { reward }) => sum + (reward - mean) ** 2, 0) / (steps.length - 1);
    return { mean, error: variance / steps.length };
  });
  return a!.mean - b!.mean > SURE * Math.sqrt(a!.error + b!.error);
}

function meanOf(steps: readonly BitStep[]): number {
  return steps.reduce((sum, { reward }) => sum + reward, 0) / Math.max(1, steps.length);
}

/** The form of these actions that earned most, its word in the middle of the part of its range that earned most. */
function bestAction(steps: readonly BitStep[], { action: { ports, width } }: FacePorts): number[] {
  const groups = new Map<string, { readonly bits: Uint8Array; readonly steps: BitStep[] }>();
  for (const step of steps) {
    const bits = new Uint8Array(width);
    const open = ports.filter((port) => isOpen(step.action, port, ports));
    for (const port of open) {
      const told = readScalar(step.action, port);
      const size = Math.ceil(port.values / BUCKETS);
      const middle = Math.min(port.values - 1, Math.floor(told / size) * size + Math.floor(size / 2));
      writeWord(bits, port.offset, port.width, port.role === 'tag' ? told : middle);
    }
    const key = bits.join('');
    const group = groups.get(key) ?? { bits, steps: [] };
    group.steps.push(step);
    groups.set(key, group);
  }
  const best = [...groups.values()].reduce((a, b) => (meanOf(b.steps) > meanOf(a.steps) ? b : a));
  return [...best.bits];
}

function isOpen(action: Uint8Array, { repeats, role, cases }: WordPort, ports: readonly WordPort[]): boolean {
  const isWord = repeats.length === 0 && (role === 'word' || role === 'tag');
  return isWord && cases.every(({ tag, value }) => readScalar(action, ports[tag]!) === value);
}
