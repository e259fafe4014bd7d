import { FALSE } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import { portsOfShape } from '#foundation/contracts/words';
import { describe, expect, it } from 'vitest';
import { proveOperations } from './prove-operations.ts';
import { proveThinkPlan } from './prove-think-plan.ts';
import { PlanMaker } from './think-plan.ts';
import { wordOperations } from './word-operations.ts';

const shape = { kind: 'word', width: 3, values: 6, low: 0 } as const;
const face = {
  observation: { width: 3, ports: portsOfShape({ kind: 'word', width: 3, values: 8, low: 0 }) },
  action: { width: 3, ports: portsOfShape(shape) },
};

describe('obligations of a plan', () => {
  it('hold where an action is always within its range, and parts are made smaller with a proof', () => {
    const plan = new PlanMaker({ inputs: 3, outputs: 3 });
    plan.part('clamp', [plan.input(0, 3)], [plan.output(0, 3)], (builder, [word]) => [
      words.min(builder, word!, words.constant(3, 5)),
    ]);
    const proved = proveThinkPlan(plan.build(1), face);
    expect(proved.open).toEqual([]);
    expect(proved.claims.map(({ claim }) => claim)).toContain('000-clamp: word 0 of the action is below 6');
    expect(proved.claims.every(({ proofs }) => proofs.length > 0)).toBe(true);
  });

  it('fail where an input leads past the range', () => {
    const plan = new PlanMaker({ inputs: 3, outputs: 3 });
    plan.part('copy', [plan.input(0, 3)], [plan.output(0, 3)], (_, [word]) => [word!]);
    expect(proveThinkPlan(plan.build(1), face).open).toEqual(['000-copy: word 0 of the action is below 6: refuted']);
  });

  it('fail where a part writes a plane that is not its own', () => {
    const plan = new PlanMaker({ inputs: 3, outputs: 3 });
    plan.add('stray', { reads: [], writes: [{ region: 'state', at: 0 }], circuit: emptyCircuit() });
    expect(() => proveThinkPlan(plan.build(1), face)).toThrow(/writes its own planes only/);
  });

  it('of word operations hold against another construction', () => {
    const names = wordOperations.map(({ name }) => name);
    expect(proveOperations(names, { width: 4, signed: true })).toHaveLength(6);
    expect(proveOperations(names, { width: 4, signed: false })).toHaveLength(6);
  });
});

function emptyCircuit() {
  const plan = new PlanMaker({ inputs: 1, outputs: 1 });
  plan.part('none', [], [plan.output(0, 1)], () => [[FALSE]]);
  return plan.build(1).parts[0]!.circuit;
}
