import type { Twins } from './twins.ts';

/** Twins of the optimiser's step and of sums. */
export const vectors: Pick<Twins, 'add' | 'sumSquares' | 'adamw'> = {
  add({ floats }, [count, to, from]) {
    for (let i = 0; i < count; i += 1) floats[to / 4 + i]! += floats[from / 4 + i]!;
  },

  sumSquares({ floats }, [count, from]) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += floats[from / 4 + i]! ** 2;
    return sum;
  },

  adamw({ floats }, [count, weights, gradient, means, squares, ...numbers]) {
    const [rate, decay, beta1, beta2, correction1, correction2, epsilon, clip] = numbers;
    for (let i = 0; i < count; i += 1) {
      const g = clip * floats[gradient / 4 + i]!;
      const m = beta1 * floats[means / 4 + i]! + (1 - beta1) * g;
      const v = beta2 * floats[squares / 4 + i]! + (1 - beta2) * g * g;
      floats[means / 4 + i] = m;
      floats[squares / 4 + i] = v;
      const w = floats[weights / 4 + i]!;
      floats[weights / 4 + i] = w - rate * ((m * correction1) / (Math.sqrt(v * correction2) + epsilon) + decay * w);
    }
  },
};
