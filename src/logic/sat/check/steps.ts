const noLines = new Int32Array(0);

/**
 * A proof as words: [±id, literal count, literals…, hint count, hints…] per step, with −id for a deletion. DRAT has no ids or
 * hints: its steps are numbered.
 *
 * @source the steps of LRAT, Cruz-Filipe et al. 2017, and DRAT, Wetzler, Heule & Hunt 2014
 */
export class Steps {
  words: Int32Array;
  size: number;
  count = 0;
  largestId = 0;
  private lines = noLines;
  private readonly areLines: boolean;

  /** A proof to be filled, or one that is there already; steps of the latter are their own lines. */
  constructor(words?: Int32Array) {
    this.words = words ?? new Int32Array(1024);
    this.size = words?.length ?? 0;
    this.areLines = words !== undefined;
    if (words !== undefined) this.survey();
  }

  push(word: number): void {
    if (this.size === this.words.length) {
      const grown = new Int32Array(2 * this.size);
      grown.set(this.words);
      this.words = grown;
    }
    this.words[this.size] = word;
    this.size += 1;
  }

  /** Begins a step; the count of its literals and they themselves follow. */
  begin(id: number, line: number): void {
    if (this.count === this.lines.length) {
      const grown = new Int32Array(2 * this.count + 64);
      grown.set(this.lines);
      this.lines = grown;
    }
    this.lines[this.count] = line;
    this.count += 1;
    if (id > this.largestId) this.largestId = id;
    this.push(id);
  }

  /** The line of the i-th step, from 0. */
  lineOf(i: number): number {
    return this.areLines ? i + 1 : (this.lines[i] ?? 0);
  }

  private survey(): void {
    const { words, size } = this;
    for (let at = 0; at < size;) {
      const hintsAt = at + 3 + words[at + 1]!;
      const end = hintsAt + words[hintsAt - 1]!;
      if (!(hintsAt > at + 2 && end >= hintsAt && end <= size))
        throw new Unreadable(this.count + 1, 'a step is cut short');
      if (words[at]! > this.largestId) this.largestId = words[at]!;
      this.count += 1;
      at = end;
    }
  }
}

/** A proof that cannot be read: which line, and why. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}
