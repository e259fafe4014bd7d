import { type Expression, i32, memoryCopy, memoryFill, select } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import type { ArrayView } from '#logic/wasm/run';
import { Clause, firstClause, Use, Word } from '../memory.ts';
import { addToWord, baseLocal, setWord, word, wordRegion } from './header.ts';

const { add, and, eq, eqz, gtS, leS, ltS, or, shl, shrS, sub } = i32;

/** Learnt clauses whose glue is at most this are never forgotten. */
export const keptGlue = 2;

/** Buckets of the histogram that orders clauses by how little they are worth. */
export const buckets = 512;

/** `reduce()` of `test/oracles/sat/reduce.ts`. @source Audemard & Simon 2009; Biere et al. 2020, see there */
export function defineReduce(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: {} }, (f) => {
    const arena = wordRegion(f, 'arena');
    const histogram = wordRegion(f, 'histogram');
    const bucket = f.local('i32');
    const candidates = f.local('i32', 0);
    writeLockReasons(f, arena);
    f.do(memoryFill(baseLocal(f, 'histogram'), 0, 4 * buckets));
    forEachClause(f, arena, (reference) => {
      f.if(isCandidate(arena, reference), () => {
        f.set(bucket, bucketOf(arena, reference));
        f.do(histogram.put(bucket, add(histogram.at(bucket), 1)));
        f.set(candidates, add(candidates, 1));
      });
    });
    const quota = f.local('i32', shrS(candidates, 1));
    const limit = f.local('i32', buckets - 1);
    f.while(and(gtS(limit, 0), leS(histogram.at(limit), quota)), () => {
      f.set(quota, sub(quota, histogram.at(limit)));
      f.set(limit, sub(limit, 1));
    });
    const isLast = f.local('i32');
    forEachClause(f, arena, (reference) => {
      f.if(isCandidate(arena, reference), () => {
        f.set(bucket, bucketOf(arena, reference));
        f.set(isLast, and(eq(bucket, limit), gtS(quota, 0)));
        f.set(quota, sub(quota, isLast));
        f.if(or(gtS(bucket, limit), isLast), () => f.do(arena.put(add(reference, Clause.used), Use.doomed)));
      });
    });
  });
}

function writeLockReasons(f: FunctionBody, arena: ArrayView<'i32'>): void {
  const trail = wordRegion(f, 'trail');
  const reason = wordRegion(f, 'reason');
  const reference = f.local('i32');
  const i = f.local('i32', 0);
  f.while(ltS(i, word(Word.trailSize)), () => {
    f.set(reference, reason.at(shrS(trail.at(i), 1)));
    f.if(reference, () => {
      f.do(arena.put(add(reference, Clause.used), or(arena.at(add(reference, Clause.used)), Use.locked)));
    });
    f.set(i, add(i, 1));
  });
}

function isCandidate(arena: ArrayView<'i32'>, reference: Expression<'i32'>): Expression<'i32'> {
  const isLocked = and(arena.at(add(reference, Clause.used)), Use.locked);
  return and(gtS(arena.at(add(reference, Clause.glue)), keptGlue), eqz(isLocked));
}

function bucketOf(arena: ArrayView<'i32'>, reference: Expression<'i32'>): Expression<'i32'> {
  const isUnused = eqz(and(arena.at(add(reference, Clause.used)), Use.used));
  const glue = atMost15(arena.at(add(reference, Clause.glue)));
  const size = atMost15(shrS(arena.at(reference), 1));
  return add(shl(isUnused, 8), add(shl(glue, 4), size));
}

function atMost15(value: Expression<'i32'>): Expression<'i32'> {
  return select(ltS(value, 15), value, i32.const(15));
}

/** Writes a loop over all clauses. */
function forEachClause(f: FunctionBody, arena: ArrayView<'i32'>, inside: (reference: Expression<'i32'>) => void): void {
  const reference = f.local('i32', firstClause);
  const top = f.local('i32', word(Word.arenaTop));
  f.while(ltS(reference, top), () => {
    inside(reference);
    f.set(reference, add(reference, add(arena.at(reference), Clause.literals)));
  });
}

/** `pack()` of `test/oracles/sat/reduce.ts`. @source see there */
export function definePack(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: {} }, (f) => {
    const base = baseLocal(f, 'arena');
    const arena = wordRegion(f, 'arena');
    const top = f.local('i32', word(Word.arenaTop));
    const to = f.local('i32', firstClause);
    const from = f.local('i32');
    const next = f.local('i32', firstClause);
    const use = f.local('i32');
    const length = f.local('i32');
    f.while(ltS(next, top), (again) => {
      f.set(from, next);
      f.set(length, add(arena.at(from), Clause.literals));
      f.set(next, add(from, length));
      f.set(use, arena.at(add(from, Clause.used)));
      f.if(eq(use, Use.doomed), () => {
        f.do(addToWord(Word.clauses, -1));
        f.do(addToWord(Word.learnts, sub(eqz(arena.at(add(from, Clause.glue))), 1)));
        f.branch(again);
      });
      f.if(and(use, Use.locked), () => {
        for (const place of [Clause.literals, Clause.literals + 1]) {
          writeMoveReason(f, shrS(arena.at(add(from, place)), 1), from, to);
        }
      });
      f.do(arena.put(add(from, Clause.used), 0));
      f.do(memoryCopy(add(base, shl(to, 2)), add(base, shl(from, 2)), shl(length, 2)));
      f.set(to, add(to, length));
    });
    f.do(setWord(Word.arenaTop, to));
  });
}

// oxlint-disable-next-line max-params -- the function, a variable, and two places
function writeMoveReason(
  f: FunctionBody,
  variable: Expression<'i32'>,
  from: Expression<'i32'>,
  to: Expression<'i32'>,
): void {
  const reason = wordRegion(f, 'reason');
  const v = f.local('i32', variable);
  f.if(eq(reason.at(v), from), () => f.do(reason.put(v, to)));
}
