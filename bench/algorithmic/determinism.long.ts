import { expect, it } from 'vitest';
import { type SynthesisedMachine, synthesiseMachine } from './synthesise-machine.ts';
import { drawTraining, shape } from './dyck-cells.ts';
import { evaluate, learnOne } from './kv-cells.ts';
import { learnLanguage } from './languages-suite.ts';
import { stackLanguages } from './stack-languages.ts';
import { learnStackLanguage } from './stack-cells.ts';
import { unseenLanguages } from './unseen-languages.ts';

/** All that a machine is and claims, byte for byte. */
const facts = ({ learnt, behaviour, gates, claims }: SynthesisedMachine): unknown => ({
  learnt,
  behaviour,
  gates,
  claims: claims.map(({ claim, proofs }) => ({ claim, proofs: proofs.map(({ proof }) => [...proof].join(' ')) })),
});

const runs: readonly (readonly [string, (seed: number) => unknown])[] = [
  ['dyck', (seed) => facts(synthesiseMachine(drawTraining(seed, 'final'), shape, { maxLength: 64, lanes: 128 }))],
  [
    'kv',
    (seed) => {
      const learnt = learnOne(seed, 'last', 16);
      return [facts(learnt.machine), evaluate(learnt, 8, 'late').right];
    },
  ],
  [
    'languages',
    (seed) => learnLanguage(unseenLanguages(seed)[12]!, `determinism/${seed}`, { training: 200, lanes: 128 }),
  ],
  [
    'languages that need a stack',
    (seed) => {
      const { seconds: _seconds, ...outcome } = learnStackLanguage(stackLanguages(seed)[1]!, seed, {
        training: 300,
        lanes: 128,
      });
      return outcome;
    },
  ],
];

it.each(runs)('%s: the same seed learns the same, byte for byte, and another seed other things', (_, run) => {
  const first = run(3);
  expect(run(3)).toEqual(first);
  expect(run(4)).not.toEqual(first);
});
