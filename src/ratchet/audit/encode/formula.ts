/** A signal: ± the number of a node. Inputs are 1 … n, n + 1 is "false", gates follow. */
export type Signal = number;

/** Gates that one statement may unfold into; beyond it the audit says so instead of filling the memory. */
const MOST_GATES = 2_000_000;

/** Signals that may be copied on the way, for states of a run are all kept; and how often the clock is looked at. */
const MOST_COPIES = 5e7;
const ASK_EVERY = 2 ** 16;

/** Characters of the formula that are put together before they become bytes. */
const PIECE = 2 ** 20;

/**
 * The audit's own way from gates to clauses. It follows the text of `docs/certificates.md`, and shares nothing with the encoder
 * that proofs are made with: only when both find the same formula is a proof a proof of its statement.
 *
 * @source Tseitin 1968
 */
export class Formula {
  readonly inputs: number;
  readonly false: Signal;
  /** Two signals and an operation per gate. */
  private readonly first: number[] = [];
  private readonly second: number[] = [];
  private readonly isXor: boolean[] = [];

  private readonly ask: (() => void) | undefined;
  private copies = 0;
  private next = ASK_EVERY;

  constructor(inputs: number, ask?: () => void) {
    this.inputs = inputs;
    this.false = inputs + 1;
    this.ask = ask;
  }

  /** Counts work that makes no gate: signals that are copied. */
  spend(copies: number): void {
    this.copies += copies;
    if (this.copies > MOST_COPIES) throw new TooLarge(`it copies more than ${MOST_COPIES} signals`);
    if (this.copies < this.next) return;
    this.next = this.copies + ASK_EVERY;
    this.ask?.();
  }

  both(a: Signal, b: Signal): Signal {
    return this.gate(a, b, false);
  }

  either(a: Signal, b: Signal): Signal {
    return -this.both(-a, -b);
  }

  /** The gate is over the nodes; a complement of either is one of the result. */
  unequal(a: Signal, b: Signal): Signal {
    const gate = this.gate(Math.abs(a), Math.abs(b), true);
    return a < 0 === b < 0 ? gate : -gate;
  }

  choose(condition: Signal, yes: Signal, no: Signal): Signal {
    const change = this.both(condition, this.unequal(yes, no));
    return this.unequal(change, no);
  }

  all(signals: readonly Signal[]): Signal {
    let result = signals[0] ?? -this.false;
    for (let i = 1; i < signals.length; i += 1) result = this.both(result, signals[i]!);
    return result;
  }

  some(signals: readonly Signal[]): Signal {
    let result = signals[0] ?? this.false;
    for (let i = 1; i < signals.length; i += 1) result = this.either(result, signals[i]!);
    return result;
  }

  /** The formula in DIMACS that `never` holds, as bytes: every gate below it, and it asserted. */
  dimacs(never: Signal): Uint8Array {
    const name = this.nameLive(never);
    const literal = (signal: Signal): number => (signal < 0 ? -name[-signal]! : name[signal]!);
    const text = new Pieces();
    if (name[this.false]! > 0) text.add(`-${name[this.false]} 0\n`, 1);
    for (let i = 0; i < this.first.length; i += 1) {
      const gate = name[this.false + 1 + i]!;
      if (gate === 0) continue;
      const [a, b] = [literal(this.first[i]!), literal(this.second[i]!)];
      if (this.isXor[i] === true) {
        text.add(`${-gate} ${a} ${b} 0\n${-gate} ${-a} ${-b} 0\n${gate} ${-a} ${b} 0\n${gate} ${a} ${-b} 0\n`, 4);
      } else text.add(`${-gate} ${a} 0\n${-gate} ${b} 0\n${gate} ${-a} ${-b} 0\n`, 3);
    }
    text.add(`${literal(never)} 0\n`, 1);
    const variables = name.reduce((most, variable) => Math.max(most, variable), 0);
    return text.after(`p cnf ${variables} ${text.lines}\n`);
  }

  /** Variables by node: all inputs, then "false" where it is used, then the gates that the root depends on; 0 for the others. */
  private nameLive(root: Signal): Int32Array {
    const names = new Int32Array(this.false + 1 + this.first.length);
    names[Math.abs(root)] = 1;
    for (let i = this.first.length - 1; i >= 0; i -= 1) {
      if (names[this.false + 1 + i] === 0) continue;
      names[Math.abs(this.first[i]!)] = 1;
      names[Math.abs(this.second[i]!)] = 1;
    }
    let next = 0;
    for (let node = 1; node < names.length; node += 1) {
      if (node <= this.inputs || names[node] === 1) names[node] = next += 1;
    }
    return names;
  }

  private gate(a: Signal, b: Signal, isXor: boolean): Signal {
    this.spend(1);
    if (this.first.length >= MOST_GATES) throw new TooLarge(`it unfolds into more than ${MOST_GATES} gates`);
    const isOrdered = this.place(a) <= this.place(b);
    this.first.push(isOrdered ? a : b);
    this.second.push(isOrdered ? b : a);
    this.isXor.push(isXor);
    return this.false + this.first.length;
  }

  /** "False" comes before all inputs, a node before its complement. */
  private place(signal: Signal): number {
    const node = Math.abs(signal);
    return 2 * (node === this.false ? 0 : node) + (signal < 0 ? 1 : 0);
  }
}

/** A long text that becomes bytes piece by piece: as lines it would take ten times its length. */
class Pieces {
  lines = 0;
  private readonly done: Uint8Array[] = [];
  private piece = '';

  add(text: string, lines: number): void {
    this.piece += text;
    this.lines += lines;
    if (this.piece.length >= PIECE) this.finish();
  }

  after(head: string): Uint8Array {
    this.finish();
    const all = [new TextEncoder().encode(head), ...this.done];
    const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of all) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  private finish(): void {
    this.done.push(new TextEncoder().encode(this.piece));
    this.piece = '';
  }
}

/** A statement that cannot be encoded: what it names is missing or does not fit. */
export class BadStatement extends Error {}

class TooLarge extends BadStatement {}
