import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { ContextCounts, DEEPEST } from './context-counts.ts';
import { contextTree } from './context-tree.ts';
import { historyAt, isGrowing, type SymbolBinding, symbolBindings } from './symbol-binding.ts';
import { type SymbolHypothesis, symbolPlan } from './symbol-plan.ts';

const BATCH = 100;
const FIRST_PROPOSAL = 150;
const GROWTH = 2.5;
/** A proposal gains when it earns more by so many standard errors; after so many in vain nothing is left to count. */
const SURE = 2;
const PATIENCE = 2;

/** Chances of the next symbol from tables of counts, one for each context of up to five symbols, mixed from the shortest to the longest. */
export const symbolClass: HypothesisClass<SymbolHypothesis> = {
  name: 'symbol prediction',
  says: 'the longest context that is known weighs the symbols that may come',
  admits: (face) => symbolBindings(face).length > 0,

  *propose({ face, practice, evidence, meter }: Search) {
    const { ports } = face.observation;
    const bindings = symbolBindings(face).filter((binding) => isGrowing(evidence.episodes, binding, ports));
    if (bindings.length === 0) return;
    const tables = bindings.map((binding) => new ContextCounts(ports[binding.tokens]!.values));
    let [seen, proposed, vain, best] = [0, FIRST_PROPOSAL, 0, -Infinity];
    const isGain = (trial: readonly BitEpisode[]): boolean => {
      const { mean, error } = meanReturn(trial);
      const isBetter = mean > best + SURE * error;
      best = Math.max(best, mean);
      return isBetter;
    };
    for (;;) {
      for (; seen < evidence.episodes.length; seen += 1) {
        for (const [i, binding] of bindings.entries()) {
          meter.spend(learn(tables[i]!, evidence.episodes[seen]!, binding, face));
        }
      }
      if (seen >= proposed) {
        proposed = seen * GROWTH;
        const worst = worstReward(evidence.episodes);
        let gained = false;
        for (const [i, binding] of bindings.entries()) {
          const { values } = face.action.ports[binding.weights]!;
          const most = 2 ** Math.floor(Math.log2(values)) - 1;
          const nodes = contextTree(tables[i]!, { most, worst });
          meter.spend(nodes.length * tables[i]!.symbols);
          const from = evidence.episodes.length;
          yield { binding, nodes };
          gained = isGain(trialSince(evidence.episodes, from)) || gained;
        }
        vain = gained ? 0 : vain + 1;
        if (vain === PATIENCE) return;
      }
      practice.play('chance', BATCH);
      yield undefined;
    }
  },

  // A chance is an average: no single symbol contradicts it.
  refute: () => undefined,

  carry(hypothesis, from, to) {
    const tokens = (face: FacePorts, { tokens: at }: SymbolBinding): number => face.observation.ports[at]!.values;
    const weights = (face: FacePorts, { weights: at }: SymbolBinding): number => face.action.ports[at]!.values;
    const { binding } = hypothesis;
    const next = symbolBindings(to).find(
      (other) =>
        other.newest === binding.newest &&
        tokens(to, other) === tokens(from, binding) &&
        weights(to, other) === weights(from, binding),
    );
    return next === undefined ? undefined : { ...hypothesis, binding: next };
  },

  toMachine: (hypothesis, face) => symbolPlan(hypothesis, face),

  describe({ nodes }) {
    const depth = nodes.reduce((deepest, { context }) => Math.max(deepest, context.length), 0);
    return `${nodes.length} contexts of up to ${depth} symbols`;
  },

  cost: ({ nodes }) =>
    nodes.reduce((sum, { weights }) => sum + 4 + 3 * weights.filter((weight) => weight > 0).length, 0),
};

/** Counts what came after each history; gives the effort. */
function learn(
  counts: ContextCounts,
  { steps }: BitEpisode,
  binding: SymbolBinding,
  { observation }: FacePorts,
): number {
  for (const { observation: before, next } of steps) {
    if (next === undefined) continue;
    counts.learn(historyAt(before, binding, observation.ports), historyAt(next, binding, observation.ports)[0]!);
  }
  const { count } = observation.ports[binding.tokens]!.repeats[0]!;
  return steps.length * (2 * count + DEEPEST + 1);
}

/** The trial of a proposal is what was played at once; what others played since comes after it. */
function trialSince(episodes: readonly BitEpisode[], from: number): readonly BitEpisode[] {
  const end = episodes.findIndex(({ by }, i) => i >= from && by === 'chance');
  return episodes.slice(from, end < 0 ? episodes.length : end);
}

function meanReturn(episodes: readonly BitEpisode[]): { readonly mean: number; readonly error: number } {
  const count = Math.max(1, episodes.length);
  const mean = episodes.reduce((sum, { total }) => sum + total, 0) / count;
  const variance = episodes.reduce((sum, { total }) => sum + (total - mean) ** 2, 0) / count;
  return { mean, error: Math.sqrt(variance / count) };
}

/** What the worst prediction cost. */
function worstReward(episodes: readonly BitEpisode[]): number {
  let worst = 1;
  for (const { steps } of episodes) for (const { reward } of steps) worst = Math.max(worst, -reward);
  return worst;
}
