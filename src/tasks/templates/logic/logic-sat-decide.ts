import type { Template } from '#foundation/contracts/tasks';
import { defineAnswer } from '../../define/define-answer.ts';
import { codec, listOf, oneOf, record, upTo } from '../../faces/bit-layout.ts';
import { parseWord } from '../../faces/reply.ts';
import { choice, type ParamsOf } from '../../define/param-range.ts';
import { type Clause, clausesText, literalCounts, literalsOf } from './clause-set.ts';
import { drawParityFormula } from './parity-formula.ts';
import { drawRewiredFormula } from './rewired-formula.ts';
import { truthTable } from './truth-table.ts';

const params = {
  n_vars: choice([4, 8, 16], 'number of variables, n'),
  m_clauses: choice(['4n', '8n'], 'number of clauses'),
  structure: choice(
    ['random', 'structured'],
    'random clauses of 2 to 5 literals at the threshold, or a system of parity equations',
  ),
};
type SatParams = ParamsOf<typeof params>;

const answers = ['SAT', 'UNSAT'] as const;
type SatAnswer = (typeof answers)[number];

interface SatObservation {
  readonly clauses: readonly Clause[];
}

interface SatInstance extends SatObservation {
  readonly params: SatParams;
  readonly answer: SatAnswer;
}

const LONGEST = 5;

/**
 * Is a formula in conjunctive normal form satisfiable?
 *
 * The label is a fair coin and the formula is drawn to fit it, from formulas whose every count is fixed: random clauses with
 * a fixed mix of lengths at the threshold, or parity equations that differ from a consistent system in one bit.
 * Random formulas come as twins with the same literals, one satisfiable and one not.
 * The label is known by DPLL or linear algebra; the verifier has the truth table.
 *
 * @source spec/task-grammar §2.2.1
 */
export const logicSatDecide: Template<SatParams, SatInstance, SatObservation, SatAnswer> = defineAnswer<
  SatParams,
  SatInstance,
  SatObservation,
  SatAnswer
>({
  name: 'LOGIC_SAT_DECIDE',
  version: 2,
  family: 'logic',
  domain: 'reasoning',
  tags: ['algorithmic'],
  says: 'Tell whether a Boolean formula in conjunctive normal form can be satisfied.',
  params,
  levels: [
    { n_vars: 4, m_clauses: '4n', structure: 'random' },
    { n_vars: 4, m_clauses: '8n', structure: 'structured' },
    { n_vars: 8, m_clauses: '4n', structure: 'random' },
    { n_vars: 8, m_clauses: '8n', structure: 'random' },
    { n_vars: 16, m_clauses: '4n', structure: 'random' },
    { n_vars: 16, m_clauses: '4n', structure: 'structured' },
    { n_vars: 16, m_clauses: '8n', structure: 'random' },
  ],
  metrics: [
    { name: 'error_sat', better: 'lower', says: 'error rate on satisfiable formulas' },
    { name: 'error_unsat', better: 'lower', says: 'error rate on unsatisfiable formulas' },
  ],
  difficulty: ({ n_vars, m_clauses, structure }) =>
    n_vars ** 2 + n_vars * (m_clauses === '4n' ? 4 : 8) * (structure === 'structured' ? 1.25 : 1),
  generate(params, rng) {
    const answer = answers[rng.bit()];
    const draw = params.structure === 'random' ? drawRewiredFormula : drawParityFormula;
    return { params, clauses: draw(params.n_vars, params.m_clauses, answer === 'SAT', rng), answer };
  },
  observe: ({ clauses }) => ({ clauses }),
  answer: ({ answer }) => answer,
  check({ params: { n_vars }, clauses }, action) {
    const truth = truthTable(n_vars, clauses).some((word) => word !== 0) ? 'SAT' : 'UNSAT';
    return action === truth ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `the formula is ${truth}` };
  },
  measureAnswer: ({ answer }, action) => ({ [`error_${answer.toLowerCase()}`]: action === answer ? 0 : 1 }),
  randomAction: (_, rng) => answers[rng.bit()],
  randomReturn: () => 0.5,
  text: {
    rules: ({ n_vars }) =>
      `You are given a Boolean formula over x1 to x${n_vars}. The answer is SAT if some assignment of true and false to the ` +
      'variables makes it true, and UNSAT if none does. A right answer earns 1, anything else 0. ' +
      'Reply with "answer: SAT" or "answer: UNSAT".',
    observation: ({ clauses }) => clausesText(clauses),
    action: (action) => action,
    parse: (reply) => parseWord(reply, answers),
  },
  bits({ n_vars, m_clauses }) {
    const clause = upTo(LONGEST, oneOf(literalsOf(n_vars)));
    return {
      observation: codec(record<SatObservation>({ clauses: listOf(n_vars * (m_clauses === '4n' ? 4 : 8), clause) })),
      action: codec(oneOf(answers)),
      token: clause.width,
    };
  },
  label: ({ answer }) => answer,
  sizes: ({ clauses }) => ({ clauses: clauses.length, ...literalCounts(clauses) }),
});
