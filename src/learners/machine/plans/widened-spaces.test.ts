import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { learnProgram } from './learn-program.ts';
import { moves, type MoveController, runMoves } from './moves/move-controller.ts';
import { agreesWith } from './programs/program.ts';
import { residueSums } from './residue-sums.ts';
import { runInLanes } from './fixtures/run-in-lanes.ts';
import { finalSequence, type Sequence } from './sequence.ts';
import { InstalledProgram } from './programs/installed-program.ts';
import { planProgram } from './programs/program-experts.ts';

const bits = { classes: 2, payloads: 0, answers: 2 };
const ones = (tokens: readonly number[]): number => tokens.filter((token) => token === 1).length;

function strings(
  path: string,
  count: number,
  how: { readonly length: (rng: Rng) => number; readonly label: (tokens: readonly number[]) => number },
): Sequence[] {
  const rng = createRng(path);
  return Array.from({ length: count }, () => {
    const tokens = Array.from({ length: how.length(rng) }, () => rng.bit());
    return finalSequence(tokens, how.label(tokens));
  });
}

describe('what only wider spaces hold', () => {
  it('majority from strings of 16, 32 and 64 bits alone, without a counter', () => {
    const label = (tokens: readonly number[]): number => (2 * ones(tokens) >= tokens.length ? 1 : 0);
    const data = strings('majority', 400, { length: (rng) => rng.pick([16, 32, 64]), label });
    const parts = { counters: false, memory: false, stack: false };
    const learnt = learnProgram(data, bits, { parts, noiseRestarts: 0 });
    expect([learnt.grounds, learnt.template]).toEqual(['exact', 'B(operations)']);
    const longer = strings('majority/test', 200, { length: (rng) => 300 + rng.bit(), label });
    expect(longer.every((one) => agreesWith(learnt.program, one))).toBe(true);
  });

  it('a modulus of 16', () => {
    const label = (tokens: readonly number[]): number => (ones(tokens) % 16 === 3 ? 1 : 0);
    const learnt = learnProgram(strings('modulus', 600, { length: (rng) => rng.int(1, 48), label }), bits);
    expect([learnt.grounds, learnt.template]).toEqual(['exact', 'Σ(16)']);
    const longer = strings('modulus/test', 200, { length: (rng) => 200 + rng.bit(), label });
    expect(longer.every((one) => agreesWith(learnt.program, one))).toBe(true);
  });

  it('no modulus where the data fit several', () => {
    const label = (tokens: readonly number[]): number => (ones(tokens) % 16 === 3 ? 1 : 0);
    const data = strings('modulus', 300, { length: (rng) => rng.pick([20, 32, 44]), label });
    const sums = [...residueSums(data, bits)];
    expect(sums.length).toBeGreaterThan(1);
    const parts = { counters: false, memory: false, stack: false };
    const { template } = learnProgram(data, bits, { parts, noiseRestarts: 0, budget: { effort: 100, rounds: 20 } });
    expect(template).not.toContain('Σ');
  });

  it('but labels without a rule are not learnt by any of them', () => {
    const rng = createRng('none');
    const data = strings('none/strings', 100, { length: (draw) => 16 + draw.below(3), label: () => rng.bit() });
    const parts = { counters: false, memory: false, stack: false };
    expect(learnProgram(data, bits, { parts, noiseRestarts: 0, budget: { effort: 200, rounds: 40 } }).grounds).toBe(
      'constant',
    );
  });
});

describe('moves between registers, memory and answer', () => {
  it('property: the machine does what drawn controllers mean', () => {
    const rng = createRng('moves');
    const shape = { classes: 2, payloads: 4, answers: 5 };
    for (let round = 0; round < 12; round += 1) {
      const [states, rows] = [2, 4];
      const program: MoveController = {
        kind: 'move-controller',
        classes: shape.classes,
        payloads: shape.payloads,
        states,
        next: Array.from({ length: rows }, () => rng.below(states)),
        moves: Array.from({ length: rows }, () => rng.below(moves.length + 1) - 1),
      };
      const data = Array.from({ length: 128 }, () => {
        const classes = Array.from({ length: 12 }, () => rng.bit());
        const payloads = classes.map(() => rng.below(shape.payloads));
        return finalSequence(classes, 0, payloads);
      });
      const installed = new InstalledProgram(planProgram(program, { maxLength: 12 }), 128);
      const given = runInLanes(installed, data, shape);
      for (const [i, one] of data.entries()) {
        expect([...given[i]!]).toEqual([...runMoves(program, one.classes, one.payloads!)]);
      }
    }
  });
});
