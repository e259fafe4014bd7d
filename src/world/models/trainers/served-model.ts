import type { Sampler, Trainer } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';

/** A model that is served and never trained, in the place of a trainer: its role learns by what it is shown alone. */
export function servedModel(sampler: Sampler): Trainer {
  return {
    id: `served ${sampler.id}`,
    methods: [],
    start: () => Promise.resolve({ id: sampler.id, backend: 'served', where: '' }),
    train: () =>
      Promise.reject(new Fault('models/training-failed', `${sampler.id} is served and cannot be trained here`)),
    serve: () => Promise.resolve(sampler),
    retire: () => Promise.resolve(),
  };
}
