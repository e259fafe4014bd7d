import { i32, select } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { Clause, Word } from '../memory.ts';
import { addToWord, byteRegion, setWord, word, wordRegion } from './header.ts';
import { Assigner } from './trail.ts';

const { add, and, eq, eqz, gtS, ltS, mul, ne, or, shl, shrS, sub } = i32;

/** `load(start, id)` of `test/oracles/sat/load.ts`. @source Eén & Sörensson 2003, see there */
export function defineLoad(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: { start: 'i32', id: 'i32' } }, (f, { start, id }) => {
    const assigner = new Assigner(f);
    const arena = wordRegion(f, 'arena');
    const end = f.local('i32', word(Word.arenaLimit));
    const reference = f.local('i32', word(Word.arenaTop));
    const clause = new ClauseReader(f, assigner);
    f.while(ltS(start, end), () => {
      clause.write(start, reference);
      f.set(start, add(clause.at, 1));
      f.if(eqz(clause.holds), () => {
        f.do(arena.put(reference, clause.size));
        f.do(arena.put(add(reference, Clause.glue), 0));
        f.do(arena.put(add(reference, Clause.id), id));
        f.do(arena.put(add(reference, Clause.used), 0));
        f.do(addToWord(Word.clauses, 1));
        f.if(and(eqz(clause.free), eqz(word(Word.conflict))), () => f.do(setWord(Word.conflict, reference)));
        f.if(eq(clause.free, 1), () => assigner.assign(arena.at(clause.base), reference));
        f.set(reference, add(clause.base, clause.size));
      });
      f.set(id, add(id, 1));
    });
    f.do(setWord(Word.arenaTop, reference));
    f.do(setWord(Word.trailSize, assigner.trailSize));
  });
}

/** Writes the loop over the literals of one clause. */
class ClauseReader {
  readonly at;
  readonly base;
  readonly size;
  readonly free;
  readonly holds;
  private readonly f: FunctionBody;
  private readonly value;
  private readonly arena;
  private readonly seen;

  constructor(f: FunctionBody, assigner: Assigner) {
    this.f = f;
    this.value = assigner.value;
    this.arena = wordRegion(f, 'arena');
    this.seen = byteRegion(f, 'seen', false);
    this.at = f.local('i32');
    this.base = f.local('i32');
    this.size = f.local('i32');
    this.free = f.local('i32');
    this.holds = f.local('i32');
  }

  write(start: ReturnType<typeof add>, reference: ReturnType<typeof add>): void {
    const { f, at, base, size, free, holds, arena, seen } = this;
    const literal = f.local('i32');
    f.set(at, start);
    f.set(base, add(reference, Clause.literals));
    f.set(size, 0);
    f.set(free, 0);
    f.set(holds, 0);
    f.block((done) => {
      f.loop((next) => {
        f.set(literal, arena.at(at));
        f.branchIf(done, eqz(literal));
        f.set(at, add(at, 1));
        this.writeLiteral(literal);
        f.branch(next);
      });
    });
    const k = f.local('i32', base);
    f.while(ltS(k, add(base, size)), () => {
      f.do(seen.put(shrS(arena.at(k), 1), 0));
      f.set(k, add(k, 1));
    });
  }

  private writeLiteral(literal: ReturnType<typeof add>): void {
    const { f, base, size, free, holds, arena, seen } = this;
    const code = f.local('i32', select(gtS(literal, 0), shl(sub(literal, 1), 1), sub(mul(literal, -2), 1)));
    const variable = f.local('i32', shrS(code, 1));
    const bit = f.local('i32', shl(1, and(code, 1)));
    const known = f.local('i32', seen.at(variable));
    f.if(eqz(and(known, bit)), () => {
      f.do(seen.put(variable, or(known, bit)));
      const value = f.local('i32', this.value.at(code));
      f.set(holds, or(holds, or(ne(known, 0), gtS(value, 0))));
      f.do(arena.put(add(base, size), code));
      f.if(eqz(value), () => {
        f.do(arena.put(add(base, size), arena.at(add(base, free))));
        f.do(arena.put(add(base, free), code));
        f.set(free, add(free, 1));
      });
      f.set(size, add(size, 1));
    });
  }
}
