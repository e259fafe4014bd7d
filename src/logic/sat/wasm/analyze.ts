import { type Expression, i32 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Label, ModuleBuilder } from '#logic/wasm/module';
import { Clause, Word } from '../memory.ts';
import { Mark } from './mark.ts';
import { setWord, word, wordRegion } from './header.ts';
import { Bumper, type BumpFunctions } from './heap.ts';
import { Marker } from './marker.ts';

const { add, eq, eqz, gtS, ltS, ltU, shrS, sub, xor } = i32;

/** What the analysis calls. */
export interface AnalyzeCalls {
  readonly bump: BumpFunctions;
  readonly minimize: FunctionHandle;
}

/**
 * `analyze(conflict)` of `test/oracles/sat/analyze.ts`.
 *
 * @source Marques-Silva & Sakallah 1999; Zhang et al. 2001; Audemard & Simon 2009, see there
 */
export function defineAnalyze(module: ModuleBuilder, calls: AnalyzeCalls): FunctionHandle {
  return module.function({ params: { conflict: 'i32' } }, (f, { conflict }) => {
    f.do(setWord(Word.markedSize, 0));
    f.do(setWord(Word.hintSize, 0));
    const marker = new Marker(f);
    const trail = wordRegion(f, 'trail');
    const learnt = wordRegion(f, 'learnt');
    const open = f.local('i32', 0);
    const index = f.local('i32', word(Word.trailSize));
    const reference = f.local('i32', conflict);
    const pivot = f.local('i32', -1);
    const resolve = new Resolve(f, marker, new Bumper(f, calls.bump));
    f.loop((again) => {
      resolve.write(reference, pivot);
      f.set(open, add(open, resolve.opened));
      f.loop((earlier) => {
        f.set(index, sub(index, 1));
        f.set(pivot, trail.at(index));
        f.branchIf(earlier, eqz(marker.seen.at(shrS(pivot, 1))));
      });
      f.set(reference, marker.reason.at(shrS(pivot, 1)));
      f.do(marker.seen.put(shrS(pivot, 1), Mark.none));
      f.set(open, sub(open, 1));
      f.branchIf(again, gtS(open, 0));
    });
    f.do(learnt.put(0, xor(pivot, 1)));
    resolve.flush();
    marker.flush();
    f.do(setWord(Word.chainSize, word(Word.hintSize)));
    f.call(calls.minimize);
    marker.reload();
    writeChooseBackjump(f, marker);
    marker.clear();
  });
}

/** Writes the loop over the literals of one antecedent. */
class Resolve {
  readonly opened;
  private readonly f: FunctionBody;
  private readonly marker: Marker;
  private readonly bumper: Bumper;
  private readonly learntSize;
  private readonly glue;
  private readonly arena;
  private readonly current;
  private readonly learnt;

  constructor(f: FunctionBody, marker: Marker, bumper: Bumper) {
    this.f = f;
    this.marker = marker;
    this.bumper = bumper;
    this.learntSize = f.local('i32', 1);
    this.glue = f.local('i32', 1);
    this.opened = f.local('i32');
    this.arena = wordRegion(f, 'arena');
    this.current = f.local('i32', word(Word.level));
    this.learnt = wordRegion(f, 'learnt');
  }

  write(reference: Expression<'i32'>, pivot: Expression<'i32'>): void {
    const { f, marker, arena } = this;
    f.if(marker.proving, () => marker.pushHint(arena.at(add(reference, Clause.id))));
    f.do(arena.put(add(reference, Clause.used), 1));
    f.set(this.opened, 0);
    const k = f.local('i32', add(reference, Clause.literals));
    const end = f.local('i32', add(k, arena.at(reference)));
    const literal = f.local('i32');
    f.while(ltU(k, end), (next) => {
      f.set(literal, arena.at(k));
      f.set(k, add(k, 1));
      f.branchIf(next, eq(literal, pivot));
      this.writeLiteral(literal, next);
    });
  }

  /** Puts the sizes kept in locals into the header. */
  flush(): void {
    this.f.do(setWord(Word.learntSize, this.learntSize));
    this.f.do(setWord(Word.glue, this.glue));
  }

  private writeLiteral(literal: Expression<'i32'>, next: Label): void {
    const { f, marker } = this;
    const variable = f.local('i32', shrS(literal, 1));
    f.branchIf(next, marker.seen.at(variable));
    const at = f.local('i32', marker.level.at(variable));
    f.if(eqz(at), () => {
      f.if(marker.proving, () => marker.markUnit(variable));
      f.branch(next);
    });
    marker.mark(variable, Mark.source);
    this.bumper.bump(variable);
    f.if(eq(at, this.current), () => {
      f.set(this.opened, add(this.opened, 1));
      f.branch(next);
    });
    f.do(this.learnt.put(this.learntSize, literal));
    f.set(this.learntSize, add(this.learntSize, 1));
    const count = f.local('i32', marker.levelCount.at(at));
    f.set(this.glue, add(this.glue, eqz(count)));
    f.do(marker.levelCount.put(at, add(count, 1)));
  }
}

function writeChooseBackjump(f: FunctionBody, marker: Marker): void {
  const learnt = wordRegion(f, 'learnt');
  const backjump = f.local('i32', 0);
  const literal = f.local('i32');
  const at = f.local('i32');
  const i = f.local('i32', 1);
  f.while(ltS(i, word(Word.learntSize)), () => {
    f.set(literal, learnt.at(i));
    f.set(at, marker.level.at(shrS(literal, 1)));
    f.if(gtS(at, backjump), () => {
      f.set(backjump, at);
      f.do(learnt.put(i, learnt.at(1)));
      f.do(learnt.put(1, literal));
    });
    f.set(i, add(i, 1));
  });
  f.do(setWord(Word.backjump, backjump));
}
