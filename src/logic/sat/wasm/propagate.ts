import { type Expression, f64, i32, i64 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Label, Local, ModuleBuilder } from '#logic/wasm/module';
import { Clause, Real, Word } from '../memory.ts';
import { baseLocal, real, setReal, setWord, word } from './header.ts';
import { Assigner } from './trail.ts';
import { poolIsLow, WatchWriter } from './watch.ts';

const { add, eqz, geS, gtS, leS, load, ltS, ltU, ne, shl, shrU, store, sub, xor } = i32;

const firstLiteral = 4 * Clause.literals;
const secondLiteral = firstLiteral + 4;

/**
 * `propagate()` of `test/oracles/sat/propagate.ts`, with byte addresses in place of indices and the trail's size in a local.
 *
 * @source Moskewicz et al. 2001; Eén & Sörensson 2003; Chu, Harwood & Stuckey 2009, see there
 */
export function definePropagate(module: ModuleBuilder, moveList: FunctionHandle): FunctionHandle {
  return module.function({ params: {}, result: 'i32' }, (f) => {
    const assigner = new Assigner(f);
    const visit = new Visit(f, assigner, new WatchWriter(f, moveList));
    const head = f.local('i32', word(Word.head));
    const start = f.local('i32', head);
    f.while(ltS(head, assigner.trailSize), (next, done) => {
      f.if(poolIsLow(), () => {
        f.set(visit.conflict, -1);
        f.branch(done);
      });
      f.set(visit.falsified, xor(assigner.trail.at(head), 1));
      f.set(head, add(head, 1));
      visit.write();
      f.branchIf(next, eqz(visit.conflict));
      f.branch(done);
    });
    f.do(setWord(Word.head, head));
    f.do(setWord(Word.trailSize, assigner.trailSize));
    f.do(setReal(Real.propagations, f64.add(real(Real.propagations), f64.convertI32S(sub(head, start)))));
    f.result(visit.conflict);
  });
}

/** Writes the loop over the clauses that watch a falsified literal. */
class Visit {
  readonly falsified: Local<'i32'>;
  readonly conflict: Local<'i32'>;
  private readonly f: FunctionBody;
  private readonly assigner: Assigner;
  private readonly watches: WatchWriter;
  private readonly arena: Expression<'i32'>;
  private readonly read: Local<'i32'>;
  private readonly kept: Local<'i32'>;
  private readonly end: Local<'i32'>;
  private readonly entry: Local<'i64'>;
  private readonly reference: Local<'i32'>;
  private readonly blocker: Local<'i32'>;
  private readonly blocked: Local<'i32'>;

  constructor(f: FunctionBody, assigner: Assigner, watches: WatchWriter) {
    this.f = f;
    this.assigner = assigner;
    this.watches = watches;
    this.arena = baseLocal(f, 'arena');
    this.falsified = f.local('i32');
    this.conflict = f.local('i32', 0);
    this.read = f.local('i32');
    this.kept = f.local('i32');
    this.end = f.local('i32');
    this.entry = f.local('i64');
    this.reference = f.local('i32');
    this.blocker = f.local('i32');
    this.blocked = f.local('i32');
  }

  write(): void {
    const { f, read, kept, end, falsified, entry, reference, blocker, blocked } = this;
    const { pool, watchStart, watchSize } = this.watches;
    f.set(read, add(pool, shl(watchStart.at(falsified), 2)));
    f.set(kept, read);
    f.set(end, add(read, shl(watchSize.at(falsified), 2)));
    f.while(ltU(read, end), (next, done) => {
      // One load and one store for both words of a watch: most visits end here.
      f.set(entry, i64.load(read));
      f.set(read, add(read, 8));
      f.set(blocker, i32.wrapI64(i64.shrU(entry, 32n)));
      f.set(blocked, this.assigner.value.at(blocker));
      f.if(gtS(blocked, 0), () => {
        this.keepEntry();
        f.branch(next);
      });
      f.set(reference, i32.wrapI64(entry));
      f.if(ltS(reference, 0), () => this.visitBinary(next, done));
      this.visitLong(next, done);
    });
    f.while(ltU(read, end), () => {
      f.do(i64.store(kept, i64.load(read)));
      f.set(kept, add(kept, 8));
      f.set(read, add(read, 8));
    });
    f.do(watchSize.put(falsified, sub(watchSize.at(falsified), shrU(sub(end, kept), 2))));
  }

  private keepEntry(): void {
    const { f, kept } = this;
    f.do(i64.store(kept, this.entry));
    f.set(kept, add(kept, 8));
  }

  private keep(blocker: Expression<'i32'>): void {
    const { f, kept } = this;
    f.do(store(kept, this.reference));
    f.do(store(kept, blocker, 4));
    f.set(kept, add(kept, 8));
  }

  private visitBinary(next: Label, done: Label): void {
    const { f, blocker, conflict } = this;
    const reference = xor(this.reference, -1);
    this.keepEntry();
    f.if(ltS(this.blocked, 0), () => {
      f.set(conflict, reference);
      f.branch(done);
    });
    this.assigner.assign(blocker, reference);
    f.branch(next);
  }

  private visitLong(next: Label, done: Label): void {
    const { f, falsified, reference, conflict } = this;
    const { value } = this.assigner;
    const clause = f.local('i32', add(this.arena, shl(reference, 2)));
    const other = f.local('i32', xor(xor(load(clause, firstLiteral), load(clause, secondLiteral)), falsified));
    const otherValue = f.local('i32', value.at(other));
    f.if(leS(otherValue, 0), () => {
      const k = f.local('i32', add(clause, secondLiteral + 4));
      const last = f.local('i32', add(add(clause, firstLiteral), shl(load(clause), 2)));
      const candidate = f.local('i32');
      f.while(ltU(k, last), () => {
        f.set(candidate, load(k));
        f.if(geS(value.at(candidate), 0), () => {
          f.do(store(clause, other, firstLiteral));
          f.do(store(clause, candidate, secondLiteral));
          f.do(store(k, falsified));
          this.watches.add(candidate, reference, other);
          f.branch(next);
        });
        f.set(k, add(k, 4));
      });
    });
    this.keep(other);
    f.branchIf(next, gtS(otherValue, 0));
    f.if(ne(otherValue, 0), () => {
      f.set(conflict, reference);
      f.branch(done);
    });
    this.assigner.assign(other, reference);
  }
}
