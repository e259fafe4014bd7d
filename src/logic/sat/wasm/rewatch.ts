import { type Expression, i32, memoryFill } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import type { ArrayView } from '#logic/wasm/run';
import { Clause, firstClause, Word } from '../memory.ts';
import { baseLocal, setWord, word, wordRegion } from './header.ts';
import { WatchWriter } from './watch.ts';

const { add, eq, geS, ltS, shl, xor } = i32;

/** `rewatch()` of `test/oracles/sat/rewatch.ts`. @source see there */
export function defineRewatch(module: ModuleBuilder, moveList: FunctionHandle): FunctionHandle {
  return module.function({ params: {} }, (f) => {
    const watches = new WatchWriter(f, moveList);
    const arena = wordRegion(f, 'arena');
    const literals = f.local('i32', shl(word(Word.variables), 1));
    const { watchSize } = watches;
    f.do(memoryFill(baseLocal(f, 'watchSize'), 0, shl(literals, 2)));
    const bump = (literal: Expression<'i32'>): void => f.do(watchSize.put(literal, add(watchSize.at(literal), 2)));
    const first = f.local('i32');
    const second = f.local('i32');
    forEachWatched(f, arena, (reference) => {
      f.set(first, arena.at(add(reference, Clause.literals)));
      f.set(second, arena.at(add(reference, Clause.literals + 1)));
      bump(first);
      bump(second);
    });
    writeLimits(f, watches, literals);
    const tagged = f.local('i32');
    forEachWatched(f, arena, (reference) => {
      f.set(first, arena.at(add(reference, Clause.literals)));
      f.set(second, arena.at(add(reference, Clause.literals + 1)));
      f.set(tagged, reference);
      f.if(eq(arena.at(reference), 2), () => f.set(tagged, xor(reference, -1)));
      watches.add(first, tagged, second);
      watches.add(second, tagged, first);
    });
  });
}

/** Lays the lists one after another, twice as long as they are, and empties them. */
function writeLimits(f: FunctionBody, watches: WatchWriter, literals: Expression<'i32'>): void {
  const { watchStart, watchSize } = watches;
  const watchLimit = wordRegion(f, 'watchLimit');
  const start = f.local('i32', 0);
  const literal = f.local('i32', 0);
  const limit = f.local('i32');
  f.while(ltS(literal, literals), () => {
    f.set(limit, add(shl(watchSize.at(literal), 1), 4));
    f.do(watchStart.put(literal, start));
    f.do(watchLimit.put(literal, limit));
    f.do(watchSize.put(literal, 0));
    f.set(start, add(start, limit));
    f.set(literal, add(literal, 1));
  });
  f.do(setWord(Word.poolTop, start));
}

/** Writes a loop over the clauses of two literals or more. */
function forEachWatched(
  f: FunctionBody,
  arena: ArrayView<'i32'>,
  inside: (reference: Expression<'i32'>) => void,
): void {
  const reference = f.local('i32', firstClause);
  const size = f.local('i32');
  f.while(ltS(reference, word(Word.arenaTop)), () => {
    f.set(size, arena.at(reference));
    f.if(geS(size, 2), () => inside(reference));
    f.set(reference, add(reference, add(size, Clause.literals)));
  });
}
