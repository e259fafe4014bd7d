import { expect, it } from 'vitest';
import { decisionOf } from './decision.ts';

const lesson = { template: 'PARITY', level: 6, says: 'a sum', before: 1, score: 1 };

it('tells no score of the incumbent that was not measured beside the candidate', () => {
  const event = {
    v: 1 as const,
    run: 'r',
    seq: 1,
    type: 'candidate-accepted',
    data: { ...lesson, wins: 18, losses: 0, pValue: 1e-6 },
  };
  expect(decisionOf(event)).toMatchObject({ incumbent: null, candidate: 1, wins: 18, losses: 0 });
  expect(decisionOf({ ...event, data: lesson })).toMatchObject({ incumbent: 1, candidate: 1 });
  expect(decisionOf({ ...event, data: { ...lesson, wins: 3, incumbent: 0.5, challenger: 0.8 } })).toMatchObject({
    incumbent: 0.5,
    candidate: 0.8,
  });
});
