import { type FacePorts, portsOfShape, type WordShape } from '#contracts/words';
import { createRng } from '#kernel';
import { describe, expect, it } from 'vitest';
import { InstalledThinker } from '../installed-thinker.ts';
import { proveThinkPlan } from '../prove-think-plan.ts';
import { writeWord } from '../word-view.ts';
import { macroActions, MacroWriter } from './macro-action.ts';
import { relationalPlan } from './relational-plan.ts';

const word = (width: number, values = 2 ** width): WordShape => ({ kind: 'word', width, values, low: 0 });
const observation: WordShape = {
  kind: 'fields',
  fields: [
    word(3, 6),
    word(2),
    { kind: 'list', count: 4, ends: 'length', item: { kind: 'fields', fields: [word(3, 6), word(1)] } },
    {
      kind: 'list',
      count: 3,
      item: { kind: 'cases', tag: { kind: 'word', width: 1, values: 2, low: 0 }, cases: [word(0, 1), word(3)] },
    },
  ],
};
const action: WordShape = {
  kind: 'cases',
  tag: { kind: 'word', width: 1, values: 2, low: 0 },
  cases: [word(3, 6), word(3)],
};
const widthOf = (shape: WordShape): number => {
  const ports = portsOfShape(shape);
  return Math.max(
    ...ports.map(
      ({ offset, width, repeats }) =>
        offset + width + repeats.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0),
    ),
  );
};
const face: FacePorts = {
  observation: { width: widthOf(observation), ports: portsOfShape(observation) },
  action: { width: widthOf(action), ports: portsOfShape(action) },
};

describe('actions filled by terms', () => {
  const macros = macroActions(face, []);

  it('say the same as definitions and as machines, for whatever bits', () => {
    const rng = createRng('relational');
    const kinds = new Set(macros.flatMap(({ words }) => words.map(({ term }) => term.kind)));
    expect([...kinds].sort()).toEqual(['at', 'first', 'fold', 'item', 'literal', 'word']);
    const writer = new MacroWriter(macros, face);
    const observations = Array.from({ length: 128 }, () =>
      Uint8Array.from({ length: face.observation.width }, () => rng.bit()),
    );
    for (const [m, macro] of macros.entries()) {
      const plan = relationalPlan({ words: [], tree: { leaf: 0 }, actions: [macro] }, face);
      const told = new InstalledThinker(plan, 128).act(observations);
      for (const [lane, bits] of observations.entries()) expect(told[lane]).toEqual(writer.write(bits)[m]);
    }
  });

  it('are always within their range', () => {
    const tree = { test: { feature: 0, value: 2, equal: false }, yes: { leaf: 0 }, no: { leaf: 1 } } as const;
    for (const m of [0, 3, 7, macros.length - 2]) {
      const plan = relationalPlan({ words: [{ at: 3, width: 2 }], tree, actions: [macros[m]!, macros[m + 1]!] }, face);
      expect(proveThinkPlan(plan, face).open).toEqual([]);
    }
  });

  it('fill words of different widths with the same term', () => {
    const two: FacePorts = {
      ...face,
      action: { width: 5, ports: portsOfShape({ kind: 'fields', fields: [word(3), word(2)] }) },
    };
    const term = { kind: 'word', port: 0 } as const;
    const macro = {
      words: [
        { port: 0, term },
        { port: 1, term },
      ],
    };
    const plan = relationalPlan({ words: [], tree: { leaf: 0 }, actions: [macro] }, two);
    const bits = new Uint8Array(face.observation.width);
    writeWord(bits, 0, 3, 1);
    expect(new InstalledThinker(plan, 128).act([bits])[0]).toEqual(new MacroWriter([macro], two).write(bits)[0]);
  });

  it('leave what is not asked for at zero', () => {
    const bits = new Uint8Array(face.observation.width);
    writeWord(bits, 0, 3, 5);
    const plan = relationalPlan({ words: [], tree: { leaf: 0 }, actions: [{ words: [] }] }, face);
    expect(new InstalledThinker(plan, 128).act([bits])[0]).toEqual(new Uint8Array(face.action.width));
  });
});
