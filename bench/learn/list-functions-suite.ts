import { createRng, Fault } from '#foundation/kernel';
import { learnRule, type Learnt } from '#learners/machine/terms';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';

/** Counted effort of one trial. */
const EFFORT = 20_000_000;
/** Orders of the examples that are played: all five, or one. */
const ORDERS = { full: 5, quick: 1 };

type Pair = readonly [readonly number[], readonly number[]];

/** What the learner may see of a rule: never the field that names the program. */
interface ListRule {
  readonly id: string;
  readonly orders: readonly (readonly Pair[])[];
}

interface Played {
  readonly id: string;
  /** Right predictions of examples 2 to 11, by trial, over the orders. */
  readonly right: readonly number[];
  readonly orders: number;
  readonly seconds: readonly number[];
  readonly says: string;
  /** The last prediction was made by a rule that fits all before, and every later one was right from half-way on. */
  readonly isFound: boolean;
}

/**
 * Rules over lists, learnt online: predict example n + 1 from examples 1 to n. A rule that still fits stays; one that does not is learnt anew.
 *
 * @source Rule et al. 2024, Symbolic metaprogram search improves learning efficiency and explains rule learning in humans
 */
export const listFunctionsSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, corpus, ...asked }) {
    if (corpus === undefined) throw new Fault('bench/failed', 'no rules: name a file of list functions with --corpus');
    const cpuSeconds = cpuSecondsSince();
    const rules = readRules(new TextDecoder().decode(corpus.bytes));
    const orders = quick ? ORDERS.quick : ORDERS.full;
    const played = rules.map((rule) => {
      const row = play(rule, orders, seed);
      asked.note(`${row.id}: ${total(row.right)} of ${row.right.length * orders}: ${row.says}`);
      return row;
    });
    const trials = played.flatMap(({ seconds }) => seconds);
    const share =
      total(played.map(({ right }) => total(right))) / (orders * total(played.map((row) => row.right.length)));
    return {
      suite: 'list-functions',
      quick,
      seed,
      configuration: { hardware: hardwareRecord().record, effort: EFFORT, orders, rules: rules.length },
      tables: [
        {
          title: 'Right predictions by trial',
          columns: ['trial', 'share right'],
          rows: played[0]!.right.map((_, k) => [
            k + 2,
            total(played.map((row) => row.right[k]!)) / (orders * played.length),
          ]),
        },
        {
          title: 'Rules',
          columns: ['rule', 'right', 'of', 'found', 'longest trial, s', 'in words, last order'],
          rows: played.map((row) => [
            row.id,
            total(row.right),
            row.right.length * orders,
            row.isFound ? 'yes' : 'no',
            Math.max(...row.seconds),
            row.says.slice(0, 160),
          ]),
        },
      ],
      plots: [],
      targets: [
        atLeast('share of right predictions, trials 2 to 11', share, 0.75),
        atMost('longest trial, seconds', Math.max(...trials), 20),
      ],
      notes: [
        `Rules found: ${played.filter(({ isFound }) => isFound).length} of ${played.length} (all predictions of trials 7 to 11 right in every order).`,
        `Mean seconds a trial: ${(total(trials) / trials.length).toFixed(3)}, of wall time.`,
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function readRules(text: string): ListRule[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      // The file is one JSON object a line, as its source says.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const { id, orders } = JSON.parse(line) as ListRule;
      return { id, orders };
    });
}

function play({ id, orders }: ListRule, count: number, seed: number): Played {
  const seconds: number[] = [];
  const right: number[] = [];
  let says = '';
  for (const [k, pairs] of orders.slice(0, count).entries()) {
    let learnt: Learnt | undefined;
    for (let n = 1; n < pairs.length; n += 1) {
      const began = performance.now();
      learnt = stillFits(learnt, pairs[n - 1]!) ?? learn(pairs.slice(0, n), `list-functions/${seed}/${id}/${k}/${n}`);
      const isRight = String(learnt.predict([pairs[n]![0]])) === String(pairs[n]![1]);
      seconds.push((performance.now() - began) / 1000);
      right[n - 1] = (right[n - 1] ?? 0) + (isRight ? 1 : 0);
      says = learnt.describe;
    }
  }
  return { id, right, orders: count, seconds, says, isFound: right.slice(5).every((hits) => hits === count) };
}

function stillFits(learnt: Learnt | undefined, [input, output]: Pair): Learnt | undefined {
  if (learnt === undefined || learnt.errors.length > 0) return undefined;
  return String(learnt.predict([input])) === String(output) ? learnt : undefined;
}

function learn(pairs: readonly Pair[], path: string): Learnt {
  return learnRule({
    columns: [{ name: 'x', type: 'list' }],
    rows: pairs.map(([input]) => [input]),
    answer: pairs.map(([, output]) => output),
    answerSpec: { type: 'list' },
    effort: EFFORT,
    rng: createRng(path),
  });
}
