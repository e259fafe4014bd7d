import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { solveModulo } from './solve-modulo.ts';

const free = (): void => {};

describe('equations modulo a number', () => {
  it.each([2, 3, 4, 7, 8, 10, 12, 36, 60])('are solved modulo %i as well as their unknowns are told', (modulus) => {
    const rng = createRng(`modulo/${modulus}`);
    for (let round = 0; round < 20; round += 1) {
      const unknowns = rng.int(1, 8);
      const secret = Array.from({ length: unknowns }, () => rng.below(modulus));
      const draw = (): Int32Array => {
        const left = Array.from({ length: unknowns }, () => rng.bit());
        return Int32Array.from([...left, left.reduce((sum: number, a, j) => sum + a * secret[j]!, 0) % modulus]);
      };
      const solution = solveModulo(Array.from({ length: 60 }, draw), modulus, free)!;
      for (let i = 0; i < 20; i += 1) {
        const fresh = draw();
        const sum = solution.reduce((all, value, j) => all + value * fresh[j]!, 0);
        expect(sum % modulus).toBe(fresh[unknowns]);
      }
    }
  });

  it('that contradict each other have no solution', () => {
    expect(solveModulo([Int32Array.of(1, 0), Int32Array.of(1, 1)], 10, free)).toBeUndefined();
    expect(solveModulo([Int32Array.of(2, 1)], 4, free)).toBeUndefined();
  });
});
