import { type ArrayView, type Expression, type FunctionBody, i32, type Local, type Operand } from '#wasm';
import { Word } from '../memory.ts';
import { Mark } from '../search/mark.ts';
import { addToWord, byteRegion, setWord, word, wordRegion } from './header.ts';

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
  /** A copy of the header's word; `flush` before a call that marks, `reload` after it. */
  private readonly markedSize: Local<'i32'>;
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
    this.f.do(this.hints.put(word(Word.hintSize), id));
    this.f.do(addToWord(Word.hintSize, 1));
  }

  flush(): void {
    this.f.do(setWord(Word.markedSize, this.markedSize));
  }

  reload(): void {
    this.f.set(this.markedSize, word(Word.markedSize));
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
