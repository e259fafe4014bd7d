import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Circuit, createBuilder, evaluateOnce, firstGate, gateCount, NodeKind } from '#logic/circuit/graph';
import { rebuild } from '#logic/circuit/structure';
import { createRng } from '#foundation/kernel';
import { blastTerm } from './blast-term.ts';
import {
  evaluateTerm,
  findMacro,
  type Macro,
  type MacroInstance,
  macros,
  type Term,
  term,
} from '#learners/machine/representation/macros';
import { meaningCircuit, proveMacro } from './prove-macro.ts';

const all = [...macros.values()];

/** Small members whose inputs can all be tried, and larger ones that need a SAT proof. */
const small: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  ['counter', { width: 9, saturates: 0 }],
  ['counter', { width: 9, saturates: 1 }],
  ['counter', { width: 1, saturates: 1 }],
  ['register', { width: 5 }],
  ['stack', { depth: 3, width: 2 }],
  ['stack', { depth: 1, width: 1 }],
  ['memory', { words: 3, width: 2 }],
  ['memory', { words: 1, width: 3 }],
  ['associative-memory', { entries: 2, keyWidth: 1, valueWidth: 1 }],
  ['associative-memory', { entries: 1, keyWidth: 2, valueWidth: 2 }],
];

const large: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  ['counter', { width: 24, saturates: 1 }],
  ['counter', { width: 24, saturates: 0 }],
  ['register', { width: 64 }],
  ['stack', { depth: 16, width: 4 }],
  ['memory', { words: 16, width: 8 }],
  ['associative-memory', { entries: 6, keyWidth: 5, valueWidth: 5 }],
];

const title = ([name, knobs]: readonly [string, Readonly<Record<string, number>>]): string =>
  `${name} ${JSON.stringify(knobs)}`;

describe('every macro does what it means', () => {
  it.each(small.map((row) => [title(row), row] as const))('%s, on all inputs', (_, [name, knobs]) => {
    expect(proveMacro(findMacro(name).make(knobs))).toMatchObject({ answer: 'proved', method: 'exhaustive' });
  });

  it.each(large.map((row) => [title(row), row] as const))('%s, by proof', (_, [name, knobs]) => {
    expect(proveMacro(findMacro(name).make(knobs))).toMatchObject({ answer: 'proved', method: 'sat' });
  });

  it('leaves none out', () => {
    const names = [...macros.keys()];
    expect(new Set(small.map(([name]) => name))).toEqual(new Set(names));
    expect(new Set(large.map(([name]) => name))).toEqual(new Set(names));
  });
});

/** The circuit with one gate of another kind. */
function spoiled(circuit: Circuit, gate: number): Circuit {
  return rebuild(circuit, (builder, node, moved) => {
    const [a, b] = [moved(circuit.left[node]!), moved(circuit.right[node]!)];
    const isAnd = (circuit.kinds[node] === NodeKind.and) !== (node === gate);
    return isAnd ? builder.and(a, b) : builder.xor(a, b);
  });
}

/** Whether random inputs tell two circuits apart. */
function differ(a: Circuit, b: Circuit): boolean {
  const rng = createRng(`macro-differ/${a.nodeCount}`);
  return Array.from({ length: 200 }).some(() => {
    const bits = Array.from({ length: a.inputCount }, () => rng.bit() === 1);
    return evaluateOnce(a, bits).some((bit, i) => bit !== evaluateOnce(b, bits)[i]);
  });
}

function refusedGates(instance: MacroInstance, gates: readonly number[]): [wrong: number, refused: number] {
  let [wrong, refused] = [0, 0];
  for (const gate of gates) {
    const circuit = spoiled(instance.circuit, gate);
    if (!differ(instance.circuit, circuit)) continue;
    wrong += 1;
    if (proveMacro({ ...instance, circuit }).answer === 'refuted') refused += 1;
  }
  return [wrong, refused];
}

const withGates = small.filter(([name, knobs]) => gateCount(findMacro(name).make(knobs).circuit) > 0);

describe('a wrong gate', () => {
  it.each(withGates.map((row) => [title(row), row] as const))('is refused anywhere in %s', (_, [name, knobs]) => {
    const instance = findMacro(name).make(knobs);
    const gates = Array.from({ length: gateCount(instance.circuit) }, (_unused, i) => firstGate(instance.circuit) + i);
    const [wrong, refused] = refusedGates(instance, gates);
    expect(wrong).toBeGreaterThan(0);
    expect(refused).toBe(wrong);
  });

  it.each(large.map((row) => [title(row), row] as const))(
    'is refused in %s, with words that show it',
    (_, [name, knobs]) => {
      const instance = findMacro(name).make(knobs);
      const rng = createRng(`wrong-gate/${name}`);
      const gates = rng.distinct(3, gateCount(instance.circuit)).map((i) => firstGate(instance.circuit) + i);
      const [wrong, refused] = refusedGates(instance, gates);
      expect(refused).toBe(wrong);
      const last = instance.circuit.nodeCount - 1;
      const proof = proveMacro({ ...instance, circuit: spoiled(instance.circuit, last) });
      expect(proof).toMatchObject({ answer: 'refuted' });
      expect(proof.answer === 'refuted' && proof.found).not.toEqual(proof.answer === 'refuted' && proof.expected);
    },
  );
});

describe('the meaning of a macro', () => {
  const width = 3;
  const [x, y, bit] = [term.read('x', width), term.read('y', width), term.read('bit', 1)];
  const terms: readonly (readonly [string, Term])[] = [
    ['not', term.not(x)],
    ['and', term.and(x, y)],
    ['or', term.or(x, y)],
    ['add', term.add(x, y)],
    ['subtract', term.subtract(x, y)],
    ['equal', term.equal(x, y)],
    ['less', term.less(x, y)],
    ['choose', term.choose(bit, x, y)],
    ['constant', term.constant(-2, 4)],
  ];

  it.each(terms)('has gates that agree with its definition on all inputs: %s', (_, t) => {
    const builder = createBuilder();
    const reads = { x: builder.inputs(width), y: builder.inputs(width), bit: builder.inputs(1) };
    const circuit = builder.build(blastTerm(builder, t, reads));
    for (let n = 0; n < 2 ** (2 * width + 1); n += 1) {
      const bits = Array.from({ length: 2 * width + 1 }, (_unused, i) => ((n >>> i) & 1) === 1);
      const values = { x: BigInt(n & 7), y: BigInt((n >>> 3) & 7), bit: BigInt(n >>> 6) };
      const out = evaluateOnce(circuit, bits).reduce((sum, one, i) => sum + (one ? 2n ** BigInt(i) : 0n), 0n);
      expect(out).toBe(evaluateTerm(t, values));
    }
  });
});

describe('a member of a family', () => {
  it.each(all.map((macro): [string, Macro] => [macro.name, macro]))(
    'property: of %s has an interface that fits its circuit, at any knobs',
    (_, macro) => {
      const knobs = fc.record(
        Object.fromEntries(
          Object.entries(macro.knobs).map(([name, { low, high }]) => [
            name,
            fc.integer({ min: low, max: Math.min(high, 12) }),
          ]),
        ),
      );
      fc.assert(
        fc.property(knobs, (turned) => {
          const { circuit, reads, writes, knobs: kept } = macro.make(turned);
          expect(kept).toEqual(turned);
          expect(circuit.inputCount).toBe(reads.reduce((sum, port) => sum + port.width, 0));
          expect(circuit.outputs.length).toBe(writes.reduce((sum, port) => sum + port.width, 0));
          const widths = new Map(reads.map((port) => [port.name, port.width]));
          for (const { name, width } of writes) expect(widths.get(name) ?? width).toBe(width);
          expect(meaningCircuit(macro.make(turned)).outputs.length).toBe(circuit.outputs.length);
        }),
        { numRuns: 20 },
      );
    },
  );

  it.each([
    ['a knob that does not exist', 'counter', { bits: 3 }],
    ['a knob out of range', 'stack', { depth: 0 }],
    ['a knob that is not whole', 'counter', { width: 2.5 }],
    ['a macro that does not exist', 'solver', {}],
  ])('is refused for %s', (_, name, knobs) => {
    expect(() => findMacro(name).make(knobs)).toThrow(expect.objectContaining({ code: 'bem/bad-macro' }));
  });
});
