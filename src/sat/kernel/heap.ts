import { f64, type FunctionHandle, i32, type ModuleBuilder } from '#wasm';
import { Real, Word } from '../memory.ts';
import { doubleRegion, real, setReal, setWord, word, wordRegion } from './header.ts';

const { add, and, eqz, gtS, ltS, shl, shrS, sub } = i32;

/** Functions on the heap of free variables. */
export interface HeapFunctions {
  readonly insert: FunctionHandle;
  readonly pop: FunctionHandle;
  readonly bump: FunctionHandle;
}

/** The heap of `search/heap.ts` in WebAssembly. @source Eén & Sörensson 2003, see there */
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

function defineBump(module: ModuleBuilder, siftUp: FunctionHandle): FunctionHandle {
  const rescale = module.function({ params: {} }, (f) => {
    const activity = doubleRegion(f, 'activity');
    const v = f.local('i32', 0);
    f.while(ltS(v, word(Word.variables)), () => {
      f.do(activity.put(v, f64.mul(activity.at(v), 1e-100)));
      f.set(v, add(v, 1));
    });
    f.do(setReal(Real.increment, f64.mul(real(Real.increment), 1e-100)));
  });
  return module.function({ params: { variable: 'i32' } }, (f, { variable }) => {
    const heapAt = wordRegion(f, 'heapAt');
    const activity = doubleRegion(f, 'activity');
    const score = f.local('f64', f64.add(activity.at(variable), real(Real.increment)));
    f.do(activity.put(variable, score));
    f.if(f64.gt(score, 1e100), () => f.call(rescale));
    const position = f.local('i32', heapAt.at(variable));
    f.if(eqz(and(position, -2147483648)), () => f.call(siftUp, position));
  });
}
