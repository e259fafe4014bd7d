import type { BitFace, TextFace } from '#foundation/contracts/tasks';
import { codec, bitString, maybe, record, whole } from '../../faces/bit-layout.ts';
import { parseInteger } from '../../faces/reply.ts';
import { choice, int } from '../../define/param-range.ts';
import { bitsText } from '../sequences/bit-sequence.ts';
import { type BanditObservation, GRAIN } from './linear-bandit.ts';
import { shareOf } from '../../faces/share-layout.ts';

/** The parameters both contextual bandits share. */
export const banditParams = {
  d: int(1, 32, 'bits of a context'),
  K: int(2, 16, 'number of arms'),
  T: int(1, 1_000_000, 'number of rounds'),
  contexts: choice(['uniform', 'biased'], 'P_X: every context equally likely, or each bit with its own rate'),
  reward: choice(['bernoulli', 'mean'], 'an arm pays 1 with probability mu and else 0, or exactly mu'),
};

interface BanditSize {
  readonly d: number;
  readonly K: number;
  readonly T: number;
  readonly reward: 'bernoulli' | 'mean';
}

export function banditBits({ d, K, T }: BanditSize): BitFace<BanditObservation, number> {
  return {
    observation: codec(
      record<BanditObservation>({
        round: whole(0, T),
        context: bitString(d),
        last: maybe(record({ arm: whole(1, K), reward: shareOf(GRAIN) })),
      }),
    ),
    action: codec(whole(1, K)),
  };
}

/** `extra` is a sentence about what changes. */
export function banditText<P extends BanditSize>(extra: (params: P) => string): TextFace<P, BanditObservation, number> {
  return {
    rules: (params) =>
      `You play ${params.T} rounds. Each round shows a context of ${params.d} bits; you choose one of the arms 1 to ${params.K}. ` +
      `An arm pays on average sigma(w . x), x the context, w hidden weights of the arm, sigma the logistic function` +
      `${params.reward === 'bernoulli' ? '; each payment is 0 or 1' : ''}. ${extra(params)}` +
      'A reply that cannot be read pays nothing and takes its round. Your score is the sum of the payments. ' +
      'Reply each time as in "answer: 1".',
    observation: ({ round, context, last }) =>
      `${last === null ? '' : `arm ${last.arm} paid ${last.reward}\n`}round ${round + 1}, context: ${bitsText(context)}`,
    action: (action) => String(action),
    parse: (reply, { K }) => parseInteger(reply, 1, K),
  };
}
