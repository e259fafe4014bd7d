import type { BitFace, TextFace } from '#foundation/contracts/tasks';
import {
  bitString,
  codec,
  constant,
  listOf,
  maybe,
  oneOf,
  record,
  tagged,
  upTo,
  whole,
} from '../../faces/bit-layout.ts';
import { parseInteger, parseNumber } from '../../faces/reply.ts';
import type { CausalAction, CausalObservation, CausalParams } from './causal-instance.ts';
import type { Intervention, Setting } from './causal-model.ts';
import { shareOf } from '../../faces/share-layout.ts';

function settings(intervention: Intervention): string {
  return intervention.map(({ variable, value }) => `X${variable + 1}=${value}`).join(', ');
}

function rules({ n_vars, k_arms, T, reward, n_queries }: CausalParams): string {
  return (
    `Binary variables X1 to X${n_vars} cause each other in a way you do not know, with some chance in each. You play ${T} ` +
    `rounds. Each round you choose one of ${k_arms} interventions, which set variables to given values whatever their causes ` +
    `say; then you see all variables of one sample. A round pays ` +
    `${reward === 'sample' ? 'the value of the target variable in that sample' : 'the expected value of the target variable under the intervention'}. ` +
    'Reply with the number of the intervention, as in "answer: 1". ' +
    (n_queries === 0
      ? ''
      : `Then come ${n_queries} questions about the model as it is; each answer is a probability to three decimals, and earns ` +
        '1 minus its absolute error. Reply as in "answer: 0.250". ') +
    'A reply that cannot be read earns nothing.'
  );
}

function observationText(seen: CausalObservation): string {
  const y = `X${seen.target + 1}`;
  const last =
    seen.last === null
      ? ''
      : `intervention ${seen.last.arm} gave ${seen.last.values.join(' ')} and paid ${seen.last.reward}\n`;
  if (seen.phase === 'effect')
    return `${last}What is the probability of ${y}=1 under do(${settings(seen.intervention)})?`;
  if (seen.phase === 'counterfactual')
    return (
      `${last}Without intervention a unit showed ${settings(seen.evidence)}; the rest was not seen. What is the probability that ` +
      `this unit would have had ${y}=1 if ${settings(seen.intervention)} had been set?`
    );
  const arms = seen.arms.map(
    (arm, i) => `${i + 1}: do(${settings(arm)}), chosen ${seen.pulls[i]} times, ${y} was 1 ${seen.ones[i]} times`,
  );
  return `${last}round ${seen.round + 1}, target ${y}\n${arms.join('\n')}`;
}

export const causalText: TextFace<CausalParams, CausalObservation, CausalAction> = {
  rules,
  observation: observationText,
  action: (action) => (action.kind === 'pull' ? String(action.arm) : action.value.toFixed(3)),
  parse(reply, { k_arms }, { phase }) {
    if (phase === 'choose') {
      const arm = parseInteger(reply, 1, k_arms);
      return arm === undefined ? undefined : { kind: 'pull', arm };
    }
    const value = parseNumber(reply, 0, 1);
    return value === undefined ? undefined : { kind: 'estimate', value: Math.round(value * 1000) / 1000 };
  },
};

export function causalBits({ n_vars, k_arms, T, n_queries }: CausalParams): BitFace<CausalObservation, CausalAction> {
  const setting = record<Setting>({ variable: whole(0, n_vars - 1), value: whole(0, 1) });
  const counts = listOf(k_arms, whole(0, T));
  return {
    observation: codec(
      record<CausalObservation>({
        phase: oneOf(['choose', 'effect', 'counterfactual'] as const),
        round: whole(0, T + n_queries),
        target: whole(0, n_vars - 1),
        arms: listOf(k_arms, upTo(2, setting)),
        last: maybe(record({ arm: whole(1, k_arms), values: bitString(n_vars), reward: shareOf(1024) })),
        pulls: counts,
        ones: counts,
        evidence: upTo(n_vars, setting),
        intervention: upTo(1, setting),
      }),
    ),
    action: codec(
      tagged<CausalAction>({
        pull: record({ kind: constant('pull' as const), arm: whole(1, k_arms) }),
        estimate: record({ kind: constant('estimate' as const), value: shareOf(1000) }),
      }),
    ),
  };
}
