import type { Template } from '#foundation/contracts/tasks';
import { defineAnswer } from '../../define/define-answer.ts';
import { codec, listOf, oneOf, record, upTo, whole } from '../../faces/bit-layout.ts';
import { parseInteger } from '../../faces/reply.ts';
import { int, type ParamsOf } from '../../define/param-range.ts';
import { type Clause, clausesText, literalCounts, literalsOf } from './clause-set.ts';
import { drawImplication, type ImplicationPair } from './implication-pair.ts';
import { truthTable } from './truth-table.ts';
import { known } from '../../define/known-baselines.ts';

const params = {
  n_vars: int(4, 16, 'number of variables'),
  m_A: int(6, 128, 'number of clauses of A, two to eight per variable'),
  m_B: int(1, 16, 'number of clauses of B'),
};
type ImplicationParams = ParamsOf<typeof params>;

interface ImplicationInstance extends ImplicationPair {
  readonly params: ImplicationParams;
  readonly answer: number;
}

const LONGEST = 5;

/** Whether some assignment satisfies A and not B, by their truth tables. */
function recheck({ params: { n_vars }, a, b }: ImplicationInstance): number {
  const left = truthTable(n_vars, a);
  const right = truthTable(n_vars, b);
  return left.every((word, i) => (word & ~right[i]!) === 0) ? 1 : 0;
}

/**
 * Does A imply B?
 *
 *     A ⇒ B  iff  A ∧ ¬c is unsatisfiable for every clause c of B
 *
 * A is always satisfiable, so no implication holds emptily. Instances come as twins, one clause of B apart; the two clauses
 * agree with A equally far.
 *
 * @source spec/task-grammar §2.2.2
 */
export const logicImplication: Template<ImplicationParams, ImplicationInstance, ImplicationPair, number> = defineAnswer<
  ImplicationParams,
  ImplicationInstance,
  ImplicationPair,
  number
>({
  name: 'LOGIC_IMPLICATION',
  version: 2,
  family: 'logic',
  domain: 'reasoning',
  tags: ['algorithmic'],
  baselines: known(
    [2],
    { 'single feature': 0.4 },
    'with one clause to imply, how many of its literals stand in A tells a part',
  ),
  says: 'Tell whether one Boolean formula implies another.',
  params,
  levels: [
    { n_vars: 4, m_A: 8, m_B: 1 },
    { n_vars: 4, m_A: 12, m_B: 3 },
    { n_vars: 8, m_A: 24, m_B: 2 },
    { n_vars: 8, m_A: 40, m_B: 4 },
    { n_vars: 12, m_A: 48, m_B: 4 },
    { n_vars: 16, m_A: 64, m_B: 8 },
  ],
  conflict: ({ n_vars, m_A }) =>
    m_A >= 2 * n_vars - 2 && m_A <= 8 * n_vars
      ? undefined
      : `m_A is ${m_A}, must be in [${2 * n_vars - 2}, ${8 * n_vars}] where n_vars is ${n_vars}`,
  metrics: [
    { name: 'error_holds', better: 'lower', says: 'error rate where the implication holds' },
    { name: 'error_fails', better: 'lower', says: 'error rate where it does not' },
  ],
  difficulty: ({ n_vars, m_A, m_B }) => n_vars * (m_A + 2 * m_B),
  generate(params, rng) {
    const answer = rng.bit();
    return { params, ...drawImplication(params, answer === 1, rng), answer };
  },
  observe: ({ a, b }) => ({ a, b }),
  answer: ({ answer }) => answer,
  check(instance, action) {
    return action === recheck(instance) ? { ok: true, reward: 1 } : { ok: false, reward: 0 };
  },
  measureAnswer: ({ answer }, action) => ({
    [answer === 1 ? 'error_holds' : 'error_fails']: action === answer ? 0 : 1,
  }),
  randomAction: (_, rng) => rng.bit(),
  randomReturn: () => 0.5,
  text: {
    rules: ({ n_vars }) =>
      `You are given two Boolean formulas A and B over x1 to x${n_vars}. The answer is 1 if A implies B, that is, if every ` +
      'assignment that makes A true makes B true, and 0 otherwise. A right answer earns 1, anything else 0. ' +
      'Reply with "answer: 1" or "answer: 0".',
    observation: ({ a, b }) => `A: ${clausesText(a)}\nB: ${clausesText(b)}`,
    action: (action) => String(action),
    parse: (reply) => parseInteger(reply, 0, 1),
  },
  bits({ n_vars, m_A, m_B }) {
    const clause = upTo<number>(LONGEST, oneOf(literalsOf(n_vars)));
    const formula = (count: number): ReturnType<typeof listOf<Clause>> => listOf<Clause>(count, clause);
    return {
      observation: codec(record<ImplicationPair>({ a: formula(m_A), b: formula(m_B) })),
      action: codec(whole(0, 1)),
      token: clause.width,
    };
  },
  label: ({ answer }) => String(answer),
  sizes({ a, b }) {
    const [inA, inB] = [literalCounts(a), literalCounts(b)];
    return { literalsA: inA.literals, literalsB: inB.literals, positiveA: inA.positive, positiveB: inB.positive };
  },
});
