import { portsOfShape, type WordShape, widthOfShape } from '#foundation/contracts/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { InstalledThinker } from '../installed-thinker.ts';
import { proveThinkPlan } from '../prove-think-plan.ts';
import { placesOf, readPort, writeWord } from '../word-view.ts';
import { ContextCounts, mixChances } from './context-counts.ts';
import { type ContextNode, contextTree } from './context-tree.ts';
import { historyAt, isGrowing, symbolBindings } from './symbol-binding.ts';
import { symbolPlan } from './symbol-plan.ts';

const SYMBOLS = 3;
const SEEN = 4;
const symbol: WordShape = { kind: 'word', width: 2, values: SYMBOLS, low: 0 };
const weight: WordShape = { kind: 'word', width: 4, values: 9, low: 0 };
const sideOf = (shape: WordShape) => ({ width: widthOfShape(shape), ports: portsOfShape(shape) });
const faceOf = (ends: 'length' | 'mark') => ({
  observation: sideOf({ kind: 'list', count: SEEN, item: symbol, ends }),
  action: sideOf({ kind: 'list', count: SYMBOLS, item: weight }),
});
const tree: readonly ContextNode[] = [
  { context: [], weights: [1, 2, 3] },
  { context: [0], weights: [7, 0, 1] },
  { context: [0, 1], weights: [0, 5, 0] },
  { context: [2], weights: [4, 4, 4] },
  { context: [SYMBOLS], weights: [0, 0, 6] },
  { context: [0, SYMBOLS], weights: [3, 0, 6] },
];

function observe(face: ReturnType<typeof faceOf>, oldestFirst: readonly number[]): Uint8Array {
  const { ports, width } = face.observation;
  const bits = new Uint8Array(width);
  const end = ports.find(({ role }) => role !== 'word')!;
  if (end.role === 'length') writeWord(bits, end.offset, end.width, oldestFirst.length);
  else for (const place of placesOf(end).slice(oldestFirst.length)) bits[place] = 1;
  const items = ports.find(({ role }) => role === 'word')!;
  for (const [i, one] of oldestFirst.entries()) writeWord(bits, placesOf(items)[i]!, items.width, one);
  return bits;
}

/** All texts of up to four symbols. */
function* texts(): Generator<number[], void, void> {
  for (let length = 0; length <= SEEN; length += 1)
    for (let code = 0; code < SYMBOLS ** length; code += 1)
      yield Array.from({ length }, (_, i) => Math.floor(code / SYMBOLS ** i) % SYMBOLS);
}

describe('contexts of symbols', () => {
  it.each(['length', 'mark'] as const)('as a machine speak like the longest that matches, lists with a %s', (ends) => {
    const face = faceOf(ends);
    for (const newest of ['last', 'first'] as const) {
      const binding = symbolBindings(face).find((one) => one.newest === newest)!;
      const plan = symbolPlan({ binding, nodes: tree }, face);
      const machine = new InstalledThinker(plan, 128);
      const all = [...texts()];
      const wanted = all.map((text) => {
        const history = [...(newest === 'last' ? text.toReversed() : text), SYMBOLS, SYMBOLS];
        const longest = tree
          .filter(({ context }) => context.every((one, i) => one === history[i]))
          .reduce((a, b) => (b.context.length > a.context.length ? b : a));
        return longest.weights;
      });
      const told = machine.act(all.map((text) => observe(face, text)));
      expect(told.map((bits) => readPort(bits!, face.action.ports[0]!))).toEqual(wanted);
    }
  });

  it('never say a weight past its range', () => {
    const face = faceOf('mark');
    const [binding] = symbolBindings(face);
    expect(proveThinkPlan(symbolPlan({ binding: binding!, nodes: tree }, face), face).open).toEqual([]);
  });

  it('are kept where they tell something', () => {
    const rng = createRng('contexts');
    const counts = new ContextCounts(SYMBOLS);
    let history: number[] = [];
    for (let i = 0; i < 4000; i += 1) {
      // After a 0 comes a 1; else anything.
      const next = history[0] === 0 ? 1 : rng.below(SYMBOLS);
      counts.learn(history, next);
      history = [next, ...history].slice(0, SEEN);
    }
    const nodes = contextTree(counts, { most: 7, worst: 10 });
    expect(nodes.map(({ context }) => context.join())).toEqual(expect.arrayContaining(['', '0']));
    expect(nodes.length).toBeLessThan(8);
    expect(nodes.find(({ context }) => context.join() === '0')!.weights).toEqual([0, 7, 0]);
    const even = new Float64Array(SYMBOLS).fill(1 / SYMBOLS);
    expect(mixChances(counts.root, even).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
  });

  it('are read from the end at which symbols come', () => {
    const face = faceOf('length');
    const steps = [[], [1], [1, 2], [1, 2, 0]].map((text, i, all) => ({
      observation: observe(face, text),
      action: new Uint8Array(face.action.width),
      reward: 0,
      ...(i + 1 < all.length && { next: observe(face, all[i + 1]!) }),
    }));
    const isRight = symbolBindings(face).filter((binding) =>
      isGrowing([{ by: 'chance', steps, total: 0 }], binding, face.observation.ports),
    );
    expect(isRight.map(({ newest }) => newest)).toEqual(['last']);
    expect(historyAt(steps.at(-1)!.observation, isRight[0]!, face.observation.ports)).toEqual([0, 2, 1]);
  });
});
