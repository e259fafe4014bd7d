import { type FacePorts, portsOfShape, type WordShape } from '#foundation/contracts/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { InstalledThinker } from '../installed-thinker.ts';
import { proveThinkPlan } from '../prove-think-plan.ts';
import type { WordTree } from '../word-tree.ts';
import { readWord, writeWord } from '../word-view.ts';
import { wordsAt } from './control-words.ts';
import { macroActions, MacroWriter } from './macro-action.ts';
import { relationalClass } from './relational-class.ts';
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

describe('a table over orders', () => {
  const sized = (width: number): FacePorts => {
    const shape: WordShape = { kind: 'fields', fields: [word(width), word(width)] };
    const answer: WordShape = { kind: 'word', width: 2, values: 3, low: 0 };
    return {
      observation: { width: 2 * width, ports: portsOfShape(shape) },
      action: { width: 2, ports: portsOfShape(answer) },
    };
  };
  const told = [0, 1, 2].map((value) => ({ words: [{ port: 0, term: { kind: 'literal', value } as const }] }));
  const isOrder = (value: number, yes: WordTree, no: WordTree): WordTree => ({
    test: { feature: 0, value, equal: true },
    yes,
    no,
  });
  const tree = isOrder(0, { leaf: 0 }, isOrder(1, { leaf: 1 }, { leaf: 2 }));

  it('tells which of two words is less, and is the same on words of another range', () => {
    const small = { words: [{ at: 0, width: 2, order: 2 }], tree, actions: told };
    const large = relationalClass.carry(small, sized(2), sized(4));
    expect(large?.words).toEqual([{ at: 0, width: 4, order: 4 }]);
    const machine = new InstalledThinker(relationalPlan(large!, sized(4)), 128);
    for (const [a, b, action] of [
      [7, 7, 0],
      [3, 12, 1],
      [12, 3, 2],
    ] as const) {
      const bits = new Uint8Array(8);
      writeWord(bits, 0, 4, a);
      writeWord(bits, 4, 4, b);
      expect(wordsAt(bits, large!.words)).toEqual([action]);
      expect(readWord(machine.act([bits])[0]!, 0, 2)).toBe(action);
    }
  });

  it('is not carried where it sees a word as it is', () => {
    const seen = { words: [{ at: 0, width: 2 }], tree, actions: told };
    expect(relationalClass.carry(seen, sized(2), sized(4))).toBeUndefined();
  });
});
