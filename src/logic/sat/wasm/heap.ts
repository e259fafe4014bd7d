import { type Expression, f64, i32 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { Real, Word } from '../memory.ts';
import { doubleRegion, real, setReal, setWord, word, wordRegion } from './header.ts';

const { add, gtS, ltS, shl, shrS, sub } = i32;

/** Functions on the heap of free variables. */
export interface HeapFunctions {
  readonly insert: FunctionHandle;
  readonly pop: FunctionHandle;
  readonly bump: BumpFunctions;
}

/** What bumping calls. */
export interface BumpFunctions {
  readonly siftUp: FunctionHandle;
  readonly rescale: FunctionHandle;
}

/** The heap of `test/oracles/sat/heap.ts` in WebAssembly. @source Eén & Sörensson 2003, see there */
export function defineHeap(module: ModuleBuilder): HeapFunctions {
  const siftUp = defineSiftUp(module);
  const siftDown = defineSiftDown(module);
  const insert = module.function({ params: { variable: 'i32' } }, (f, { variable }) => {
    const heap = wordRegion(f, 'heap');
    const size = f.local('i32', word(Word.heapSize));
    f.do(heap.put(size, variable));
    f.do(setWord(Word.heapSize, add(size, 1)));
    f.call(siftUp, size);
  });
  const pop = module.function({ params: {}, result: 'i32' }, (f) => {
    const heap = wordRegion(f, 'heap');
    const heapAt = wordRegion(f, 'heapAt');
    const top = f.local('i32', heap.at(0));
    const size = f.local('i32', sub(word(Word.heapSize), 1));
    f.do(setWord(Word.heapSize, size));
    f.do(heapAt.put(top, -1));
    f.if(gtS(size, 0), () => {
      f.do(heap.put(0, heap.at(size)));
      f.call(siftDown);
    });
    f.result(top);
  });
  return { insert, pop, bump: defineBump(module, siftUp) };
}

function defineSiftUp(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: { start: 'i32' } }, (f, { start }) => {
    const heap = wordRegion(f, 'heap');
    const heapAt = wordRegion(f, 'heapAt');
    const activity = doubleRegion(f, 'activity');
    const position = f.local('i32', start);
    const variable = f.local('i32', heap.at(position));
    const score = f.local('f64', activity.at(variable));
    const parent = f.local('i32');
    const other = f.local('i32');
    f.while(gtS(position, 0), (_next, done) => {
      f.set(parent, shrS(sub(position, 1), 1));
      f.set(other, heap.at(parent));
      f.branchIf(done, f64.le(score, activity.at(other)));
      f.do(heap.put(position, other));
      f.do(heapAt.put(other, position));
      f.set(position, parent);
    });
    f.do(heap.put(position, variable));
    f.do(heapAt.put(variable, position));
  });
}

function defineSiftDown(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: {} }, (f) => {
    const heap = wordRegion(f, 'heap');
    const heapAt = wordRegion(f, 'heapAt');
    const activity = doubleRegion(f, 'activity');
    const size = f.local('i32', word(Word.heapSize));
    const position = f.local('i32', 0);
    const variable = f.local('i32', heap.at(0));
    const score = f.local('f64', activity.at(variable));
    const child = f.local('i32', 1);
    const right = f.local('i32');
    const other = f.local('i32');
    f.while(ltS(child, size), (_next, done) => {
      f.set(right, add(child, 1));
      f.if(ltS(right, size), () => {
        f.if(f64.gt(activity.at(heap.at(right)), activity.at(heap.at(child))), () => f.set(child, right));
      });
      f.set(other, heap.at(child));
      f.branchIf(done, f64.le(activity.at(other), score));
      f.do(heap.put(position, other));
      f.do(heapAt.put(other, position));
      f.set(position, child);
      f.set(child, add(shl(position, 1), 1));
    });
    f.do(heap.put(position, variable));
    f.do(heapAt.put(variable, position));
  });
}

function defineBump(module: ModuleBuilder, siftUp: FunctionHandle): BumpFunctions {
  const rescale = module.function({ params: {} }, (f) => {
    const activity = doubleRegion(f, 'activity');
    const v = f.local('i32', 0);
    f.while(ltS(v, word(Word.variables)), () => {
      f.do(activity.put(v, f64.mul(activity.at(v), 1e-100)));
      f.set(v, add(v, 1));
    });
    f.do(setReal(Real.increment, f64.mul(real(Real.increment), 1e-100)));
  });
  return { siftUp, rescale };
}

/** `bump(variable)` of `test/oracles/sat/heap.ts` as inlined code, one set of locals per function. */
export class Bumper {
  private readonly f: FunctionBody;
  private readonly functions: BumpFunctions;
  private readonly heapAt;
  private readonly activity;
  private readonly score;
  private readonly position;

  constructor(f: FunctionBody, functions: BumpFunctions) {
    this.f = f;
    this.functions = functions;
    this.heapAt = wordRegion(f, 'heapAt');
    this.activity = doubleRegion(f, 'activity');
    this.score = f.local('f64');
    this.position = f.local('i32');
  }

  bump(variable: Expression<'i32'>): void {
    const { f, activity, score, position } = this;
    f.set(score, f64.add(activity.at(variable), real(Real.increment)));
    f.do(activity.put(variable, score));
    f.if(f64.gt(score, 1e100), () => f.call(this.functions.rescale));
    f.set(position, this.heapAt.at(variable));
    f.if(gtS(position, 0), () => f.call(this.functions.siftUp, position));
  }
}
