import { type Expression, i32, memoryCopy } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import type { ArrayView } from '#logic/wasm/run';
import { Word } from '../memory.ts';
import { baseLocal, setWord, word, wordRegion } from './header.ts';

const { add, eq, ltS, shl } = i32;

/** Moves a full list to the top of the pool, as `state/watch.ts`. @source see there */
export function defineMoveList(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: { literal: 'i32' } }, (f, { literal }) => {
    const watchStart = wordRegion(f, 'watchStart');
    const watchLimit = wordRegion(f, 'watchLimit');
    const pool = baseLocal(f, 'pool');
    const size = f.local('i32', wordRegion(f, 'watchSize').at(literal));
    const top = f.local('i32', word(Word.poolTop));
    const limit = f.local('i32', 8);
    f.if(i32.geS(size, 4), () => f.set(limit, shl(size, 1)));
    f.do(memoryCopy(add(pool, shl(top, 2)), add(pool, shl(watchStart.at(literal), 2)), shl(size, 2)));
    f.do(watchStart.put(literal, top));
    f.do(watchLimit.put(literal, limit));
    f.do(setWord(Word.poolTop, add(top, limit)));
  });
}

/** The regions and locals that adding a watch needs, one set per function. */
export class WatchWriter {
  readonly pool: Expression<'i32'>;
  readonly watchStart: ArrayView<'i32'>;
  readonly watchSize: ArrayView<'i32'>;
  private readonly f: FunctionBody;
  private readonly moveList: FunctionHandle;
  private readonly watchLimit: ArrayView<'i32'>;
  private readonly size;
  private readonly at;

  constructor(f: FunctionBody, moveList: FunctionHandle) {
    this.f = f;
    this.moveList = moveList;
    this.pool = baseLocal(f, 'pool');
    this.watchStart = wordRegion(f, 'watchStart');
    this.watchSize = wordRegion(f, 'watchSize');
    this.watchLimit = wordRegion(f, 'watchLimit');
    this.size = f.local('i32');
    this.at = f.local('i32');
  }

  /** Adds a watch to a literal's list. */
  add(literal: Expression<'i32'>, reference: Expression<'i32'>, blocker: Expression<'i32'>): void {
    const { f, size, at } = this;
    f.set(size, this.watchSize.at(literal));
    f.if(eq(size, this.watchLimit.at(literal)), () => f.call(this.moveList, literal));
    f.set(at, add(this.pool, shl(add(this.watchStart.at(literal), size), 2)));
    f.do(i32.store(at, reference));
    f.do(i32.store(at, blocker, 4));
    f.do(this.watchSize.put(literal, add(size, 2)));
  }
}

/** Whether the pool may not hold the watches of one more visit; see `poolReserve`. */
export function poolIsLow(): Expression<'i32'> {
  const free = i32.sub(word(Word.poolLimit), word(Word.poolTop));
  return ltS(free, add(shl(word(Word.clauses), 5), 64));
}
