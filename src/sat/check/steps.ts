/** Kinds of steps. */
export const Step = { add: 1, remove: 0 } as const;

/**
 * A proof as words: [kind, line, id, literal count, literals…, hint count, hints…] per step. DRAT has no ids or hints; an
 * LRAT deletion names its clauses as hints.
 */
export class Steps {
  words = new Int32Array(1024);
  size = 0;
  count = 0;
  largestId = 0;

  push(word: number): void {
    if (this.size === this.words.length) {
      const grown = new Int32Array(2 * this.size);
      grown.set(this.words);
      this.words = grown;
    }
    this.words[this.size] = word;
    this.size += 1;
  }

  /** Begins a step; its literals follow. */
  begin(kind: number, line: number, id: number): void {
    this.push(kind);
    this.push(line);
    this.push(id);
    this.push(0);
    this.count += 1;
    if (id > this.largestId) this.largestId = id;
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
