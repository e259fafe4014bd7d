import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';

export const metaBanditParams = {
  task_count: int(2, 32, 'number of tasks in the family'),
  probe_budget: int(0, 32, 'pulls of the probe phase'),
  exploit_steps: int(1, 32, 'pulls of the exploitation phase'),
  arms: int(2, 4, 'number of arms'),
  similarity: number(0, 0.9, '0: tasks have nothing in common; 0.9: they are nearly the same'),
  probe_weight: number(0, 1, 'what a payment in the probe phase counts; in the exploitation phase it counts 1'),
  known: choice([1, 0], '1 shows the chances of every task of the family; 0 leaves them to be learnt over episodes'),
  family: int(0, 1_000_000, 'which family; another number is another family, for held-out tests'),
  shown: choice(
    ['always', 'probing'],
    'whether payments are shown in every round, or only those of the probe phase, so that what it told has to be remembered',
  ),
};

export type MetaBanditParams = ParamsOf<typeof metaBanditParams>;

export interface MetaBanditInstance {
  readonly params: MetaBanditParams;
  /** The hidden task. */
  readonly task: number;
  readonly noise: string;
}

export interface MetaBanditObservation {
  readonly phase: 'probe' | 'exploit';
  readonly round: number;
  readonly last: { readonly arm: number; readonly reward: number } | null;
  /** By task and arm, the chance to pay in 64ths; null where it is not shown. */
  readonly tasks: readonly (readonly number[])[] | null;
}
