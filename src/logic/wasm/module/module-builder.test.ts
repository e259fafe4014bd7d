import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression } from '../instructions/expression.ts';
import { f32, f64, i32, i64, memoryCopy, memoryFill, select } from '../instructions/opcodes.ts';
import { f32x4, i32x4, i64x2, i8x16, v128 } from '../instructions/simd.ts';
import { bytesAt, doublesAt, wordsAt } from '../run/array-view.ts';
import { compile, createMemory, instantiate, validate } from '../run/instantiate.ts';
import { callResult, tee } from './function-body.ts';
import { ModuleBuilder, setGlobal } from './module-builder.ts';

/** The function of two numbers that an expression of two parameters computes. */
function binaryFunction(
  operation: (a: Expression<'i32'>, b: Expression<'i32'>) => Expression<'i32'>,
): (a: number, b: number) => number {
  const module = new ModuleBuilder();
  const handle = module.function({ params: { a: 'i32', b: 'i32' }, result: 'i32' }, (f, { a, b }) =>
    f.result(operation(a, b)),
  );
  module.exportFunction('f', handle);
  return instantiate(compile(module.build())).function('f');
}

const i32Operations: readonly [
  string,
  (a: Expression<'i32'>, b: Expression<'i32'>) => Expression<'i32'>,
  (a: number, b: number) => number,
][] = [
  ['add', i32.add, (a, b) => (a + b) | 0],
  ['sub', i32.sub, (a, b) => (a - b) | 0],
  ['mul', i32.mul, Math.imul],
  ['and', i32.and, (a, b) => a & b],
  ['or', i32.or, (a, b) => a | b],
  ['xor', i32.xor, (a, b) => a ^ b],
  ['shl', i32.shl, (a, b) => a << b],
  ['shrS', i32.shrS, (a, b) => a >> b],
  ['shrU', i32.shrU, (a, b) => (a >>> b) | 0],
  ['rotl', i32.rotl, (a, b) => (a << b) | (a >>> (-b & 31))],
  ['eq', i32.eq, (a, b) => Number(a === b)],
  ['ne', i32.ne, (a, b) => Number(a !== b)],
  ['ltS', i32.ltS, (a, b) => Number(a < b)],
  ['ltU', i32.ltU, (a, b) => Number(a >>> 0 < b >>> 0)],
  ['gtS', i32.gtS, (a, b) => Number(a > b)],
  ['leS', i32.leS, (a, b) => Number(a <= b)],
  ['geS', i32.geS, (a, b) => Number(a >= b)],
  ['geU', i32.geU, (a, b) => Number(a >>> 0 >= b >>> 0)],
  ['select', (a, b) => select(i32.gtS(a, b), a, b), (a, b) => Math.max(a, b)],
];

describe('i32', () => {
  it.each(i32Operations)('property: %s agrees with JavaScript', (_name, operation, model) => {
    const f = binaryFunction(operation);
    const word = fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, 2147483647, -2147483648));
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(f(a, b)).toBe(model(a, b));
      }),
    );
  });
});

describe('module builder', () => {
  it('runs loops, branches, calls and recursion', () => {
    const module = new ModuleBuilder();
    const factorial = module.declare({ params: { n: 'f64' }, result: 'f64' });
    module.define(factorial, { n: 'f64' }, (f, { n }) => {
      f.if(f64.le(n, 1), () => f.return(f64.const(1)));
      f.result(f64.mul(n, callResult('f64', factorial, f64.sub(n, 1))));
    });
    const sumOfOdd = module.function({ params: { limit: 'i32' }, result: 'i32' }, (f, { limit }) => {
      const i = f.local('i32', 0);
      const sum = f.local('i32');
      f.while(i32.const(1), (next, done) => {
        f.branchIf(done, i32.gtS(tee(i, i32.add(i, 1)), limit));
        f.branchIf(next, i32.eqz(i32.and(i, 1)));
        f.set(sum, i32.add(sum, i));
      });
      f.result(sum);
    });
    module.exportFunction('factorial', factorial);
    module.exportFunction('sumOfOdd', sumOfOdd);
    const instance = instantiate(compile(module.build()));
    expect(instance.function('factorial')(10)).toBe(3628800);
    expect(instance.function('sumOfOdd')(10)).toBe(25);
  });

  it('calls imported functions and functions of a table, and keeps globals', () => {
    const module = new ModuleBuilder();
    const tell = module.importFunction('host', 'tell', { params: { x: 'i32' } });
    const signature = { params: { x: 'i32' }, result: 'i32' } as const;
    const double = module.function(signature, (f, { x }) => f.result(i32.shl(x, 1)));
    const negate = module.function(signature, (f, { x }) => f.result(i32.sub(0, x)));
    const calls = module.global('i32', 0);
    module.functionTable([double, negate]);
    const dispatch = module.function({ params: { which: 'i32', x: 'i32' }, result: 'i32' }, (f, { which, x }) => {
      f.do(setGlobal(calls, i32.add(calls, 1)));
      f.call(tell, calls);
      f.result(module.callIndirect(signature, which, x));
    });
    module.exportFunction('dispatch', dispatch);
    const told: number[] = [];
    const run = instantiate(compile(module.build()), { host: { tell: (n: number) => told.push(n) } }).function(
      'dispatch',
    );
    expect([run(0, 21), run(1, 21)]).toEqual([42, -21]);
    expect(told).toEqual([1, 2]);
  });

  it('reads and writes an imported memory through views, with data segments', () => {
    const module = new ModuleBuilder();
    module.importMemory('host', 'memory', { initial: 1 });
    module.dataAt(64, Uint8Array.of(255, 2, 3, 4));
    const run = module.function({ params: { at: 'i32' }, result: 'i32' }, (f, { at }) => {
      const words = wordsAt(i32.const(128));
      f.do(words.put(0, 1));
      f.do(words.put(at, bytesAt(i32.const(64), true).at(0)));
      f.do(doublesAt(i32.const(256)).put(1, f64.convertI32S(words.at(at))));
      f.do(memoryCopy(300, 64, 4));
      f.do(memoryFill(304, 7, 2));
      f.result(bytesAt(i32.const(64), false).at(0));
    });
    module.exportFunction('run', run);
    const memory = createMemory(1);
    expect(instantiate(compile(module.build()), { host: { memory } }).function('run')(5)).toBe(255);
    expect([...new Int32Array(memory.buffer, 128, 6)]).toEqual([1, 0, 0, 0, 0, -1]);
    expect([...new Float64Array(memory.buffer, 256, 2)]).toEqual([0, -1]);
    expect([...new Uint8Array(memory.buffer, 300, 6)]).toEqual([255, 2, 3, 4, 7, 7]);
  });

  it('property: vector logic and 64-bit arithmetic agree with BigInt', () => {
    const module = new ModuleBuilder();
    module.exportMemory('memory', { initial: 1 });
    const run = module.function({ params: {} }, (f) => {
      const [a, b, c] = [v128.load(0), v128.load(0, 16), v128.load(0, 32)];
      f.do(v128.store(64, v128.bitselect(v128.xor(a, b), v128.andnot(a, c), c)));
      f.do(v128.store(80, i64x2.add(a, b)));
      f.do(v128.store(96, i32x4.add(i32x4.splat(3), a)));
      f.do(i64.store(112, i64.rotl(i64.mul(i64.load(0), i64.load(16)), 5n)));
    });
    module.exportFunction('run', run);
    const instance = instantiate(compile(module.build()));
    const words = new BigUint64Array(instance.memory('memory').buffer);
    const wrap = (x: bigint): bigint => BigInt.asUintN(64, x);
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { minLength: 6, maxLength: 6 }), (input) => {
        words.set(input);
        instance.function('run')();
        for (const lane of [0, 1]) {
          const [a, b, c] = [input[lane]!, input[2 + lane]!, input[4 + lane]!];
          expect(words[8 + lane]).toBe(((a ^ b) & c) | (a & wrap(~c) & wrap(~c)));
          expect(words[10 + lane]).toBe(wrap(a + b));
          const low = BigInt.asUintN(32, (a & 0xffffffffn) + 3n);
          expect(words[12 + lane]).toBe(low | (BigInt.asUintN(32, (a >> 32n) + 3n) << 32n));
        }
        const product = wrap(input[0]! * input[2]!);
        expect(words[14]).toBe(wrap(product << 5n) | (product >> 59n));
      }),
      { numRuns: 50 },
    );
  });

  it('has an opcode the engine accepts for every instruction', () => {
    const samples = {
      i32: i32.const(1),
      i64: i64.const(1n),
      f32: f32.const(1),
      f64: f64.const(1),
      v128: i32x4.splat(1),
    };
    const types = ['i32', 'i64', 'f32', 'f64', 'v128'] as const;
    const groups = { i32, i64, f32, f64, v128, i8x16, i32x4, i64x2, f32x4 };
    let accepted = 0;
    for (const [group, table] of Object.entries(groups)) {
      for (const [name, make] of Object.entries(table)) {
        if (name === 'const') continue;
        const isAccepted = [...argumentLists(samples, types)].some((list) => {
          const module = new ModuleBuilder();
          module.exportMemory('memory', { initial: 1 });
          try {
            const made = (make as (...args: unknown[]) => Expression)(...list);
            const use = module.function({ params: {} }, (f) => ('type' in made ? f.drop(made) : f.do(made)));
            module.exportFunction('use', use);
            return validate(module.build());
          } catch {
            return false;
          }
        });
        expect(isAccepted, `${group}.${name}`).toBe(true);
        accepted += 1;
      }
    }
    expect(accepted).toBeGreaterThan(130);
  });

  it('refuses to build a function that was never defined', () => {
    const module = new ModuleBuilder();
    module.declare({ result: 'i32' });
    expect(() => module.build()).toThrow('never defined');
  });
});

/** Lists of one to three arguments: expressions of each type, and lane numbers, alone and in a list. */
function* argumentLists(samples: Record<string, Expression>, types: readonly string[]): Generator<unknown[]> {
  for (const a of types) {
    yield [samples[a]];
    yield [samples[a], 0];
    yield [samples[a], 0, samples['i32']];
    for (const b of types) yield [samples[a], samples[b]];
  }
  yield [samples['v128'], samples['v128'], samples['v128']];
  yield [samples['v128'], samples['v128'], [0, 5, 2, 7]];
}
