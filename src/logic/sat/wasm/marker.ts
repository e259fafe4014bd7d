import { type Expression, i32, type Operand } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';
import type { ArrayView } from '#logic/wasm/run';
import { Word } from '../memory.ts';
import { Mark } from './mark.ts';
import { byteRegion, setWord, word, wordRegion } from './header.ts';

/** Marks and hints of `search/mark.ts` as inlined code. @source see there */
export class Marker {
  readonly seen: ArrayView<'i32'>;
  readonly level: ArrayView<'i32'>;
  readonly reason: ArrayView<'i32'>;
  readonly levelCount: ArrayView<'i32'>;
  readonly arena: ArrayView<'i32'>;
  readonly proving: Local<'i32'>;
  private readonly f: FunctionBody;
  private readonly marked: ArrayView<'i32'>;
  /** Copies of the header's words; `flush` before a call that marks, `reload` after it. */
  private readonly markedSize: Local<'i32'>;
  private readonly hintSize: Local<'i32'>;
  private readonly hints: ArrayView<'i32'>;

  constructor(f: FunctionBody) {
    this.f = f;
    this.seen = byteRegion(f, 'seen', false);
    this.level = wordRegion(f, 'level');
    this.reason = wordRegion(f, 'reason');
    this.levelCount = wordRegion(f, 'levelCount');
    this.arena = wordRegion(f, 'arena');
    this.marked = wordRegion(f, 'marked');
    this.hints = wordRegion(f, 'hints');
    this.proving = f.local('i32', word(Word.proving));
    this.markedSize = f.local('i32', word(Word.markedSize));
    this.hintSize = f.local('i32', word(Word.hintSize));
  }

  mark(variable: Expression<'i32'>, as: Operand<'i32'>): void {
    this.f.do(this.seen.put(variable, as));
    this.f.do(this.marked.put(this.markedSize, variable));
    this.f.set(this.markedSize, i32.add(this.markedSize, 1));
  }

  markUnit(variable: Expression<'i32'>): void {
    this.mark(variable, Mark.source);
    this.pushHint(i32.sub(-1, variable));
  }

  pushHint(id: Expression<'i32'>): void {
    this.f.do(this.hints.put(this.hintSize, id));
    this.f.set(this.hintSize, i32.add(this.hintSize, 1));
  }

  flush(): void {
    this.f.do(setWord(Word.markedSize, this.markedSize));
    this.f.do(setWord(Word.hintSize, this.hintSize));
  }

  reload(): void {
    this.f.set(this.markedSize, word(Word.markedSize));
    this.f.set(this.hintSize, word(Word.hintSize));
  }

  /** Takes back all marks. */
  clear(): void {
    const { f } = this;
    const i = f.local('i32', 0);
    f.while(i32.ltS(i, this.markedSize), () => {
      f.do(this.seen.put(this.marked.at(i), Mark.none));
      f.set(i, i32.add(i, 1));
    });
  }
}
