import { describeMachine, type SynthesisedMachine } from '#bem';
import type { Json } from '#contracts';
import type { Table } from '../suite.ts';

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
    learnt.grounds,
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

/** The configuration of a machine as data, without its hash of planes. */
export function machineConfiguration({ installed }: SynthesisedMachine): Json {
  const { knobs, keyPlanes, experts, simdBits } = describeMachine(installed.machine);
  return {
    simdBits,
    knobs: Object.fromEntries(knobs.map(({ name, value }) => [name, value])),
    keyPlanes: [...keyPlanes],
    experts: { ...experts },
  };
}
