import { type Expression, i32 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Local, ModuleBuilder } from '#logic/wasm/module';
import { Clause, Word } from '../memory.ts';
import { Mark } from './mark.ts';
import { setWord, word, wordRegion } from './header.ts';
import { Marker } from './marker.ts';

const { add, and, eq, eqz, gtS, ltS, ne, or, shrS, sub } = i32;

/**
 * `minimize()` of `test/oracles/sat/minimize.ts`.
 *
 * @source Sörensson & Biere 2009; Knuth, TAOCP 4B §7.2.2.2, see there
 */
export function defineMinimize(module: ModuleBuilder): FunctionHandle {
  const test = module.function({ params: { root: 'i32' } }, (f, { root }) => new Descent(f).write(root));
  return module.function({ params: {} }, (f) => {
    const marker = new Marker(f);
    const learnt = wordRegion(f, 'learnt');
    const size = f.local('i32', word(Word.learntSize));
    const literal = f.local('i32');
    const variable = f.local('i32');
    const i = f.local('i32', 1);
    f.while(ltS(i, size), () => {
      f.set(variable, shrS(learnt.at(i), 1));
      f.if(eq(marker.seen.at(variable), Mark.source), () => {
        f.if(
          mayBeImplied(marker, variable),
          () => f.call(test, variable),
          () => f.do(marker.seen.put(variable, Mark.kept)),
        );
      });
      f.set(i, add(i, 1));
    });
    const kept = f.local('i32', 1);
    f.set(i, 1);
    f.while(ltS(i, size), (next) => {
      f.set(literal, learnt.at(i));
      f.set(variable, shrS(literal, 1));
      f.set(i, add(i, 1));
      f.do(marker.levelCount.put(marker.level.at(variable), 0));
      f.branchIf(next, eq(marker.seen.at(variable), Mark.removable));
      f.do(learnt.put(kept, literal));
      f.set(kept, add(kept, 1));
    });
    f.do(setWord(Word.learntSize, kept));
  });
}

/** Writes the depth-first search through reasons. */
class Descent {
  private readonly f: FunctionBody;
  private readonly marker: Marker;
  private readonly stack;
  private readonly top: Local<'i32'>;

  constructor(f: FunctionBody) {
    this.f = f;
    this.marker = new Marker(f);
    this.stack = wordRegion(f, 'stack');
    this.top = f.local('i32', 0);
  }

  write(root: Expression<'i32'>): void {
    const { f, marker, stack, top } = this;
    const { seen, level } = marker;
    this.open(root);
    const variable = f.local('i32');
    const k = f.local('i32');
    const next = f.local('i32');
    const known = f.local('i32');
    f.while(gtS(top, 0), (again) => {
      f.set(variable, stack.at(sub(top, 3)));
      f.set(k, stack.at(sub(top, 2)));
      f.if(eq(k, stack.at(sub(top, 1))), () => {
        this.settle(variable);
        f.set(top, sub(top, 3));
        f.branch(again);
      });
      f.do(stack.put(sub(top, 2), add(k, 1)));
      f.set(next, shrS(marker.arena.at(k), 1));
      f.branchIf(again, eq(next, variable));
      f.set(known, seen.at(next));
      f.if(eqz(level.at(next)), () => {
        f.if(and(marker.proving, eq(known, Mark.none)), () => marker.markUnit(next));
        f.branch(again);
      });
      f.branchIf(again, or(eq(known, Mark.removable), eq(known, Mark.kept)));
      f.if(and(ne(known, Mark.poison), mayBeImplied(marker, next)), () => {
        this.open(next);
        f.branch(again);
      });
      f.if(eq(known, Mark.source), () => {
        f.do(seen.put(next, Mark.kept));
        f.branch(again);
      });
      this.fail(next);
    });
    marker.flush();
  }

  private open(variable: Expression<'i32'>): void {
    const { f, marker, stack, top } = this;
    const reference = f.local('i32', marker.reason.at(variable));
    f.do(stack.put(top, variable));
    f.do(stack.put(add(top, 1), add(reference, Clause.literals)));
    f.do(stack.put(add(top, 2), add(add(reference, Clause.literals), marker.arena.at(reference))));
    f.set(top, add(top, 3));
  }

  private settle(variable: Expression<'i32'>): void {
    const { f, marker } = this;
    f.if(marker.proving, () => marker.pushHint(marker.arena.at(add(marker.reason.at(variable), Clause.id))));
    f.if(
      eqz(marker.seen.at(variable)),
      () => marker.mark(variable, Mark.removable),
      () => f.do(marker.seen.put(variable, Mark.removable)),
    );
  }

  private fail(variable: Expression<'i32'>): void {
    const { f, marker, stack, top } = this;
    f.if(eqz(marker.seen.at(variable)), () => marker.mark(variable, Mark.poison));
    const waiting = f.local('i32');
    f.while(gtS(top, 0), (_next, done) => {
      f.set(top, sub(top, 3));
      f.set(waiting, stack.at(top));
      f.if(eq(marker.seen.at(waiting), Mark.source), () => {
        f.do(marker.seen.put(waiting, Mark.kept));
        f.branch(done);
      });
      marker.mark(waiting, Mark.poison);
    });
  }
}

/** Whether a variable's reason is worth following. */
function mayBeImplied({ seen, reason, level, levelCount }: Marker, variable: Expression<'i32'>): Expression<'i32'> {
  const others = eq(seen.at(variable), Mark.source);
  return and(ne(reason.at(variable), 0), gtS(levelCount.at(level.at(variable)), others));
}
