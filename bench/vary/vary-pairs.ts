import { runSequences } from '../algorithmic/run-sequences.ts';
import type { Sequence } from '#learners/machine/plans';
import { synthesiseMachine } from '../algorithmic/synthesise-machine.ts';
import { createRng, type Rng } from '#foundation/kernel';
import { groundsOf } from '../algorithmic/grounds-of.ts';
import { drawPairs, type KeyRule, kvShape, type PairsOrder, queryPlaces } from '../algorithmic/kv-sequences.ts';
import type { Table } from '../suite.ts';
import type { Outsider } from './outsider.ts';
import { askOutsider, right } from './vary-strings.ts';

/** Retrieval at one's own sizes. */
export interface VariedPairs {
  /** K: pairs of a training sequence; tests have twice as many. */
  readonly pairs: number;
  readonly vocabulary: number;
  readonly keys: KeyRule;
  readonly order: PairsOrder;
  readonly sequences: number;
  readonly seed: number;
  readonly seeds: number;
  readonly peers: readonly string[];
}

const TESTS = 512;
const asPairs = {
  task: 'pairs',
  /** A token is its class (0 start, 1 symbol, 2 separator, 3 end) and its symbol. */
  tokens: ({ classes, payloads }: Sequence) => Array.from(classes, (token, t) => [token, payloads?.[t] ?? 0]),
};

/** The answer that is most often right: what is known without looking. */
function commonest(training: readonly Sequence[]): number {
  const counts = new Map<number, number>();
  for (const one of training) counts.set(right(one), (counts.get(right(one)) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/** Lets ours, the best constant and outsiders learn from K pairs, and counts wrong answers at K and at 2K. */
export async function varyPairs(asked: VariedPairs, outsiders: readonly Outsider[]): Promise<Table> {
  const { vocabulary, sequences, peers } = asked;
  const rows: (string | number)[][] = [];
  const has = (name: string): boolean => peers.length === 0 || peers.some((peer) => name.startsWith(peer));
  const drawAt = (rng: Rng, most: number): Sequence =>
    drawPairs(rng, {
      pairs: asked.keys === 'distinct' ? Math.min(most, vocabulary - 1) : most,
      vocabulary,
      rule: asked.keys,
      place: rng.pick(queryPlaces),
      order: asked.order,
    });
  for (let i = 0; i < asked.seeds; i += 1) {
    const rng = createRng(`bench/vary/kv/${asked.seed}/${i}`);
    const [train, held] = [rng.fork('train'), rng.fork('test')];
    const training = Array.from({ length: sequences }, (_, at) =>
      drawAt(train, at < sequences / 3 ? train.int(1, Math.min(3, asked.pairs)) : asked.pairs),
    );
    const test = Array.from({ length: TESTS }, (_, at) => drawAt(held, at % 2 === 0 ? asked.pairs : 2 * asked.pairs));
    const wrong = (answers: readonly (number | undefined)[]): number =>
      answers.filter((answer, at) => answer !== right(test[at]!)).length;
    if (has('pawl')) {
      const shape = kvShape(vocabulary);
      const { installed, learnt } = synthesiseMachine(training, shape, { maxLength: 4096, lanes: TESTS });
      const given = runSequences(installed, test, shape).map((answers) => answers.at(-1));
      rows.push([i, 'pawl', `${groundsOf(learnt)}: ${learnt.template}`, wrong(given), TESTS]);
    }
    if (has('constant')) {
      const answer = commonest(training);
      rows.push([i, 'constant', 'the commonest answer', wrong(test.map(() => answer)), TESTS]);
    }
    for (const outsider of outsiders) {
      rows.push([i, outsider.name, 'outside', wrong(await askOutsider(outsider, asPairs, { training, test })), TESTS]);
    }
  }
  return {
    title: `Wrong answers at ${asked.pairs} and ${2 * asked.pairs} pairs, trained up to ${asked.pairs}`,
    columns: ['draw', 'learner', 'grounds', 'wrong', 'sequences'],
    rows,
  };
}
