import { f64, i32 } from '#logic/wasm/instructions';
import { callResult, type FunctionBody, type FunctionHandle, type ModuleBuilder } from '#logic/wasm/module';
import { Clause, Real, Word } from '../memory.ts';
import { Stop } from '../kernel.ts';
import { addToWord, byteRegion, real, setReal, setWord, word, wordRegion } from './header.ts';
import { Assigner } from './trail.ts';
import { WatchWriter } from './watch.ts';

const { add, and, eq, eqz, gtS, ltS, or, shl, sub, xor } = i32;

/** What the search calls. */
export interface SearchCalls {
  readonly propagate: FunctionHandle;
  readonly analyze: FunctionHandle;
  readonly backtrack: FunctionHandle;
  readonly heapPop: FunctionHandle;
  readonly moveList: FunctionHandle;
}

/** `search()` of `test/oracles/sat/search.ts`. @source Marques-Silva & Sakallah 1999, see there */
export function defineSearch(module: ModuleBuilder, calls: SearchCalls): FunctionHandle {
  const learn = defineLearn(module, calls.moveList);
  const decide = defineDecide(module, calls.heapPop);
  return module.function({ params: {}, result: 'i32' }, (f) => {
    const conflict = f.local('i32');
    const stop = f.local('i32');
    const returnIf = (condition: ReturnType<typeof eq>, why: number): void =>
      f.if(condition, () => f.return(i32.const(why)));
    f.loop((again) => {
      const free = sub(word(Word.arenaLimit), word(Word.arenaTop));
      returnIf(ltS(free, add(word(Word.variables), Clause.literals)), Stop.outOfSpace);
      f.set(conflict, callResult('i32', calls.propagate));
      returnIf(eq(conflict, -1), Stop.outOfSpace);
      f.if(conflict, () => {
        f.do(setReal(Real.conflicts, f64.add(real(Real.conflicts), 1)));
        f.if(eqz(word(Word.level)), () => {
          f.do(setWord(Word.conflict, conflict));
          f.return(i32.const(Stop.refuted));
        });
        f.call(calls.analyze, conflict);
        f.call(calls.backtrack, word(Word.backjump));
        f.call(learn);
        returnIf(word(Word.proving), Stop.learnt);
        f.branch(again);
      });
      returnIf(
        and(
          f64.ge(real(Real.conflicts), real(Real.restartConflicts)),
          f64.ge(real(Real.fastGlue), f64.mul(real(Real.restartMargin), real(Real.slowGlue))),
        ),
        Stop.restart,
      );
      returnIf(
        or(
          f64.ge(real(Real.conflicts), real(Real.pauseConflicts)),
          f64.ge(real(Real.propagations), real(Real.pausePropagations)),
        ),
        Stop.paused,
      );
      returnIf(f64.ge(f64.convertI32S(word(Word.learnts)), real(Real.reduceLearnts)), Stop.reduce);
      f.set(stop, callResult('i32', decide));
      f.branchIf(again, eqz(stop));
    });
    f.result(stop);
  });
}

function writeOpenLevel(f: FunctionBody): void {
  f.do(wordRegion(f, 'control').put(word(Word.level), word(Word.trailSize)));
  f.do(addToWord(Word.level, 1));
}

function defineDecide(module: ModuleBuilder, heapPop: FunctionHandle): FunctionHandle {
  return module.function({ params: {}, result: 'i32' }, (f) => {
    const value = byteRegion(f, 'value', true);
    const phase = byteRegion(f, 'phase', false);
    const assumptions = wordRegion(f, 'assumptions');
    const literal = f.local('i32', -1);
    const assumption = f.local('i32');
    const held = f.local('i32');
    const variable = f.local('i32');
    f.while(and(ltS(literal, 0), ltS(word(Word.level), word(Word.assumptions))), () => {
      f.set(assumption, assumptions.at(word(Word.level)));
      f.set(held, value.at(assumption));
      f.if(ltS(held, 0), () => {
        f.do(setWord(Word.failed, assumption));
        f.return(i32.const(Stop.failed));
      });
      f.if(
        gtS(held, 0),
        () => writeOpenLevel(f),
        () => f.set(literal, assumption),
      );
    });
    f.while(ltS(literal, 0), () => {
      f.if(eqz(word(Word.heapSize)), () => f.return(i32.const(Stop.satisfied)));
      f.set(variable, callResult('i32', heapPop));
      f.if(eqz(value.at(shl(variable, 1))), () => f.set(literal, add(shl(variable, 1), phase.at(variable))));
    });
    f.do(setReal(Real.decisions, f64.add(real(Real.decisions), 1)));
    writeOpenLevel(f);
    const assigner = new Assigner(f);
    assigner.assign(literal, 0);
    f.do(setWord(Word.trailSize, assigner.trailSize));
    f.result(i32.const(0));
  });
}

function defineLearn(module: ModuleBuilder, moveList: FunctionHandle): FunctionHandle {
  return module.function({ params: {} }, (f) => {
    const learnt = wordRegion(f, 'learnt');
    const arena = wordRegion(f, 'arena');
    const size = f.local('i32', word(Word.learntSize));
    const first = f.local('i32', learnt.at(0));
    const reference = f.local('i32', 0);
    f.if(gtS(size, 1), () => {
      f.set(reference, word(Word.arenaTop));
      f.do(arena.put(reference, size));
      f.do(arena.put(add(reference, Clause.glue), word(Word.glue)));
      f.do(arena.put(add(reference, Clause.id), 0));
      f.do(arena.put(add(reference, Clause.used), 1));
      const i = f.local('i32', 0);
      f.while(ltS(i, size), () => {
        f.do(arena.put(add(add(reference, Clause.literals), i), learnt.at(i)));
        f.set(i, add(i, 1));
      });
      f.do(setWord(Word.arenaTop, add(add(reference, Clause.literals), size)));
      f.do(addToWord(Word.clauses, 1));
      f.do(addToWord(Word.learnts, 1));
      writeWatchClause(f, new WatchWriter(f, moveList), { first, second: learnt.at(1), size, reference });
    });
    f.do(setWord(Word.learntRef, reference));
    const assigner = new Assigner(f);
    assigner.assign(first, reference);
    f.do(setWord(Word.trailSize, assigner.trailSize));
    const glue = f.local('f64', f64.convertI32S(word(Word.glue)));
    for (const [average, weight] of [[Real.fastGlue, 0.03] as const, [Real.slowGlue, 1e-3] as const]) {
      f.do(setReal(average, f64.add(real(average), f64.mul(f64.sub(glue, real(average)), weight))));
    }
    f.do(setReal(Real.increment, f64.div(real(Real.increment), real(Real.decay))));
  });
}

interface LearntClause {
  readonly first: ReturnType<typeof add>;
  readonly second: ReturnType<typeof add>;
  readonly size: ReturnType<typeof add>;
  readonly reference: ReturnType<typeof add>;
}

function writeWatchClause(
  f: FunctionBody,
  watches: WatchWriter,
  { first, second, size, reference }: LearntClause,
): void {
  const other = f.local('i32', second);
  const tagged = f.local('i32', reference);
  f.if(eq(size, 2), () => f.set(tagged, xor(reference, -1)));
  watches.add(first, tagged, other);
  watches.add(other, tagged, first);
}
