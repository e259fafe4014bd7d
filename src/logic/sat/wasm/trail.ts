import { type Expression, i32, type Operand } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Local, ModuleBuilder } from '#logic/wasm/module';
import type { ArrayView } from '#logic/wasm/run';
import { Word } from '../memory.ts';
import { byteRegion, setWord, word, wordRegion } from './header.ts';

const { add, and, geS, leS, ltS, shrS, sub, xor } = i32;

/** The regions that an assignment writes, with the trail's size in a local: one set per function. */
export class Assigner {
  private readonly f: FunctionBody;
  private readonly level: ArrayView<'i32'>;
  private readonly reason: ArrayView<'i32'>;
  private readonly variable: Local<'i32'>;
  readonly value: ArrayView<'i32'>;
  readonly trail: ArrayView<'i32'>;
  readonly trailSize: Local<'i32'>;
  readonly currentLevel: Local<'i32'>;

  constructor(f: FunctionBody) {
    this.f = f;
    this.level = wordRegion(f, 'level');
    this.reason = wordRegion(f, 'reason');
    this.value = byteRegion(f, 'value', true);
    this.trail = wordRegion(f, 'trail');
    this.variable = f.local('i32');
    this.trailSize = f.local('i32', word(Word.trailSize));
    this.currentLevel = f.local('i32', word(Word.level));
  }

  /** Makes a literal true at the current level. */
  assign(literal: Expression<'i32'>, reason: Operand<'i32'>): void {
    const { f, variable } = this;
    f.set(variable, shrS(literal, 1));
    f.do(this.value.put(literal, 1));
    f.do(this.value.put(xor(literal, 1), -1));
    f.do(this.level.put(variable, this.currentLevel));
    f.do(this.reason.put(variable, reason));
    f.do(this.trail.put(this.trailSize, literal));
    f.set(this.trailSize, add(this.trailSize, 1));
  }
}

/** `backtrack(level)` of `state/backtrack.ts`. @source Pipatsrisawat & Darwiche 2007, see there */
export function defineBacktrack(module: ModuleBuilder, heapInsert: FunctionHandle): FunctionHandle {
  return module.function({ params: { level: 'i32' } }, (f, { level }) => {
    f.if(leS(word(Word.level), level), () => f.return());
    const trail = wordRegion(f, 'trail');
    const value = byteRegion(f, 'value', true);
    const phase = byteRegion(f, 'phase', false);
    const heapAt = wordRegion(f, 'heapAt');
    const keep = f.local('i32', wordRegion(f, 'control').at(level));
    const i = f.local('i32', sub(word(Word.trailSize), 1));
    const literal = f.local('i32');
    const variable = f.local('i32');
    f.while(geS(i, keep), () => {
      f.set(literal, trail.at(i));
      f.set(variable, shrS(literal, 1));
      f.do(value.put(literal, 0));
      f.do(value.put(xor(literal, 1), 0));
      f.do(phase.put(variable, and(literal, 1)));
      f.if(ltS(heapAt.at(variable), 0), () => f.call(heapInsert, variable));
      f.set(i, sub(i, 1));
    });
    f.do(setWord(Word.trailSize, keep));
    f.do(setWord(Word.head, keep));
    f.do(setWord(Word.level, level));
  });
}
