import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { lengthOf, readPort } from '../word-view.ts';

/** Which list grows by a symbol a step, at which end, and which words of the action weigh the symbols that may come. */
export interface SymbolBinding {
  readonly tokens: number;
  readonly newest: 'last' | 'first';
  readonly weights: number;
}

/** Symbols past this many make tables that no practice fills. */
const MOST_SYMBOLS = 256;

/** A list of symbols that tells its length, and as many words in the action as there are symbols. */
export function symbolBindings({ observation, action }: FacePorts): SymbolBinding[] {
  return observation.ports.flatMap(({ role, repeats, values, cases }, tokens) => {
    const [repeat, inner] = repeats;
    const isOpenList = repeat !== undefined && inner === undefined && (repeat.length ?? repeat.mark) !== undefined;
    if (role !== 'word' || !isOpenList || values > MOST_SYMBOLS || cases.length > 0) return [];
    return action.ports.flatMap((port, weights) => {
      const isWeight = isRow(port, values) && action.ports.every(({ role: other }) => other === 'word');
      return isWeight ? (['last', 'first'] as const).map((newest) => ({ tokens, newest, weights })) : [];
    });
  });
}

function isRow({ repeats, values, cases }: WordPort, symbols: number): boolean {
  const [repeat, inner] = repeats;
  const isFixed = repeat !== undefined && repeat.length === undefined && repeat.mark === undefined;
  return isFixed && inner === undefined && repeat.count === symbols && values > 2 && cases.length === 0;
}

/** The symbols seen so far, the newest first. */
export function historyAt(
  observation: Uint8Array,
  { tokens, newest }: SymbolBinding,
  ports: readonly WordPort[],
): number[] {
  const port = ports[tokens]!;
  const seen = readPort(observation, port).slice(0, lengthOf(observation, port, ports));
  return newest === 'last' ? seen.reverse() : seen;
}

/** Whether in every step one symbol came in front and the others stayed in their order, however many are still seen. */
export function isGrowing(
  episodes: readonly BitEpisode[],
  binding: SymbolBinding,
  ports: readonly WordPort[],
): boolean {
  return episodes.every(({ steps }) =>
    steps.every(({ observation, next }) => {
      if (next === undefined) return true;
      const [before, after] = [historyAt(observation, binding, ports), historyAt(next, binding, ports)];
      return after.length > 0 && after.slice(1).every((symbol, i) => symbol === before[i]);
    }),
  );
}
