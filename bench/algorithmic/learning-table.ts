import { learningDefaults } from '#learners/machine/plans';
import type { SynthesisedMachine } from './synthesise-machine.ts';
import type { Json } from '#foundation/contracts';
import { machineConfiguration } from '../machine-configuration.ts';
import type { Table } from '../suite.ts';
import { groundsOf } from './grounds-of.ts';

/** What was learnt, how, and what is proved of it. */
export function learningRow(
  seed: number,
  variant: string,
  { learnt, gates, claims }: SynthesisedMachine,
  seconds: number,
): Table['rows'][number] {
  return [
    variant,
    seed,
    groundsOf(learnt),
    learnt.template,
    learnt.sequences,
    learnt.counterexamples,
    learnt.tried.reduce((sum, { effort }) => sum + effort, 0),
    seconds,
    `${gates.before} to ${gates.after}`,
    [...new Set(claims.map(({ claim }) => claim))].filter((claim) => !claim.includes('agree on all inputs')).join('; '),
  ];
}

export function learningTable(rows: readonly Table['rows'][number][]): Table {
  return {
    title: 'What was learnt',
    columns: [
      'variant',
      'seed',
      'grounds',
      'template',
      'sequences',
      'counterexamples',
      'effort',
      'CPU s, proofs included',
      'gates',
      'proved',
    ],
    rows,
  };
}

/** What a report must say of the machine, of how it learns, and that it does not learn while it is tested. */
export function learnerConfiguration({ installed }: SynthesisedMachine): {
  readonly machine: Json;
  readonly learner: Json;
} {
  const { parts, budget } = learningDefaults;
  return {
    machine: machineConfiguration(installed.machine),
    learner: {
      ...budget,
      parts: { ...parts },
      noiseRestarts: learningDefaults.noiseRestarts,
      duringTests: 'off',
      cycles:
        'per token, amortised per lane: CPU time of a machine step over its W lanes; and per token of the whole step, which every lane waits for',
    },
  };
}
