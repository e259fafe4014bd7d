import type { FacePorts } from '#foundation/contracts/words';
import type { Evidence } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { hasAnswers, markAnswers } from '../reward-labels.ts';
import {
  answerOf,
  carrySum,
  fitSum,
  type ModularSum,
  type SumExample,
  summedWords,
  type SumForm,
  unknownsOf,
} from './modular-sum.ts';
import { modularSumPlan } from './modular-sum-plan.ts';

const BATCH = 200;
/** Answers past this many are found by chance too seldom. */
const MOST_ANSWERS = 64;
/** Examples beyond the unknowns: a sum that is wrong agrees with all of them by chance with probability m^−24. */
const SPARE = 24;
/** Multiples that are told, those at the end of a list. */
const MOST_SHOWN = 4;
const forms: readonly SumForm[] = ['multiples', 'tables'];

/** Sums of tables modulo the number of answers: check digits, days of the week, parities, by solving equations. */
export const modularSumClass: HypothesisClass<ModularSum> = {
  name: 'modular sum',
  says: 'each word adds an entry of its table, and the sum modulo the number of answers is the answer',
  admits: (face) => answerPort(face) !== undefined && summedWords(face).length > 0,

  *propose({ face, practice, evidence, meter }: Search) {
    if (!hasAnswers(evidence.episodes)) return;
    const answer = answerPort(face)!;
    const words = summedWords(face);
    const given = {
      modulus: face.action.ports[answer]!.values,
      answer,
      spend: (effort: number): void => meter.spend(effort),
    };
    for (const form of forms) {
      const wanted = unknownsOf(words, form) + SPARE;
      if (wanted === Infinity) continue;
      let examples = examplesOf(evidence, face, answer);
      // What contradicts itself early need not be asked for more.
      for (let asked = 2 * SPARE; ; asked *= 2) {
        while (examples.length < Math.min(asked, wanted)) {
          practice.play('chance', BATCH);
          yield undefined;
          examples = examplesOf(evidence, face, answer);
          meter.spend(evidence.episodes.length);
        }
        const sum = fitSum(examples.slice(0, wanted), words, form, given);
        yield undefined;
        if (sum === undefined) break;
        if (examples.length < wanted) continue;
        if (examples.every(({ observation, answer: right }) => answerOf(sum, observation) === right)) yield sum;
        break;
      }
    }
  },

  refute(sum, { episodes }, face) {
    const port = face.action.ports[sum.answer]!;
    return markAnswers(episodes, port, face.action.ports).find(
      ({ step, words, right }) => (answerOf(sum, step.observation) === words[0]!) !== (right === 1),
    )?.step;
  },

  carry: (sum, from, to) => carrySum(sum, from, to),

  toMachine: (sum, face) => modularSumPlan(sum, face),

  describe({ modulus, words, tables, constant, isLinear }) {
    const ports = [...new Set(words.map(({ port }) => port))].sort((a, b) => a - b);
    const terms = ports.map((port) => {
      const mine = words.flatMap((word, i) => (word.port === port ? [{ word, multiple: tables[i]![1]! }] : []));
      const multiples = mine.toSorted((a, b) => a.word.item - b.word.item).map(({ multiple }) => multiple);
      const name = mine.length === 1 ? `word ${port}` : `the words of list ${port}`;
      if (!isLinear) return `a table of ${name}`;
      const shown = multiples.slice(-MOST_SHOWN).join(', ');
      return new Set(multiples).size === 1
        ? `${multiples[0] === 1 ? '' : `${multiples[0]!} times `}${name}`
        : `${multiples.length > MOST_SHOWN ? '…, ' : ''}${shown} times ${name}`;
    });
    return `the sum of ${[...terms, ...(constant > 0 ? [constant] : [])].join(', and of ') || 0}, modulo ${modulus}`;
  },

  cost: ({ tables, modulus, isLinear }) =>
    Math.log2(modulus) * tables.reduce((sum, table) => sum + (isLinear ? 1 : table.length), 1),
};

/** The one word of an action. */
function answerPort({ action: { ports } }: FacePorts): number | undefined {
  const [port, other] = ports;
  const isOne = port !== undefined && other === undefined && port.repeats.length === 0 && port.role === 'word';
  return isOne && port.values <= MOST_ANSWERS ? 0 : undefined;
}

function examplesOf({ episodes }: Evidence, face: FacePorts, answer: number): SumExample[] {
  const port = face.action.ports[answer]!;
  return markAnswers(episodes, port, face.action.ports).flatMap(({ step, words, right }) => {
    if (right === 1) return [{ observation: step.observation, answer: words[0]! }];
    return port.values === 2 ? [{ observation: step.observation, answer: 1 - words[0]! }] : [];
  });
}
