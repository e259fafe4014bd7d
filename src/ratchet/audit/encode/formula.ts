/** A signal: ± the number of a node. Inputs are 1 … n, n + 1 is "false", gates follow. */
export type Signal = number;

/** Gates that one statement may unfold into; beyond it the audit says so instead of filling the memory. */
const MOST_GATES = 8_000_000;

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

  constructor(inputs: number) {
    this.inputs = inputs;
    this.false = inputs + 1;
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
    const lines: string[] = [];
    if (name[this.false]! > 0) lines.push(`-${name[this.false]} 0`);
    for (let i = 0; i < this.first.length; i += 1) {
      const gate = name[this.false + 1 + i]!;
      if (gate === 0) continue;
      const [a, b] = [literal(this.first[i]!), literal(this.second[i]!)];
      if (this.isXor[i] === true) {
        lines.push(`${-gate} ${a} ${b} 0`, `${-gate} ${-a} ${-b} 0`, `${gate} ${-a} ${b} 0`, `${gate} ${a} ${-b} 0`);
      } else lines.push(`${-gate} ${a} 0`, `${-gate} ${b} 0`, `${gate} ${-a} ${-b} 0`);
    }
    lines.push(`${literal(never)} 0`);
    const variables = name.reduce((most, variable) => Math.max(most, variable), 0);
    return new TextEncoder().encode(`p cnf ${variables} ${lines.length}\n${lines.join('\n')}\n`);
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

/** A statement that cannot be encoded: what it names is missing or does not fit. */
export class BadStatement extends Error {}

class TooLarge extends BadStatement {}
