import { gramOf, type Rule } from './detector-hypothesis.ts';

/** Rules of one word at most: those that decided something first. */
const MOST_RULES = 160;
/** A run tells a value when it was right this often. */
const PURE = 0.9;

interface Told {
  readonly value: number;
  readonly score: number;
}

/** How often each run of tokens was present with each value of one word. */
export class GramCounts {
  private readonly counts = new Map<number, Map<number, number>>();
  private readonly values = new Map<number, number>();
  private total = 0;

  learn(grams: ReadonlySet<number>, value: number): void {
    this.total += 1;
    this.values.set(value, (this.values.get(value) ?? 0) + 1);
    for (const gram of grams) {
      const row = this.counts.get(gram);
      if (row === undefined) this.counts.set(gram, new Map([[value, 1]]));
      else row.set(value, (row.get(value) ?? 0) + 1);
    }
  }

  /** The most frequent value. */
  otherwise(): number {
    let best = { value: 0, count: 0 };
    for (const [value, count] of this.values) if (count > best.count) best = { value, count };
    return best.value;
  }

  /**
   * What a run tells: its most frequent value, scored by lift, less where it was seen seldom or was not pure:
   *
   *     log(p / q) · min(1, n / 3) − 3·(1 − p) + n / 1000
   *
   * with p the share of the value where the run is present (n times), q its share overall.
   */
  told(gram: number): Told | undefined {
    const row = this.counts.get(gram);
    if (row === undefined) return undefined;
    let [n, top, value] = [0, 0, 0];
    for (const [each, count] of row) {
      n += count;
      if (count > top) [top, value] = [count, each];
    }
    const p = (top + 0.1) / (n + 0.2);
    if (p <= PURE) return undefined;
    const q = ((this.values.get(value) ?? 0) + 0.5) / (this.total + 1);
    const impurity = top < n ? 3 * (1 - p) : 0;
    return { value, score: Math.log(p / q) * Math.min(1, n / 3) - impurity + n / 1000 };
  }

  /** The value that the best run of those present tells. */
  ask(grams: ReadonlySet<number>): { readonly value: number; readonly gram?: number } {
    let best: (Told & { readonly gram: number }) | undefined;
    for (const gram of grams) {
      const told = this.told(gram);
      if (told !== undefined && told.score > (best?.score ?? 0)) best = { ...told, gram };
    }
    return best === undefined ? { value: this.otherwise() } : { value: best.value, gram: best.gram };
  }

  /** The decision list: runs by score, those that decide an example before the others. */
  rules(examples: readonly ReadonlySet<number>[], values: number): Rule[] {
    const uses = new Map<number, number>();
    for (const grams of examples) {
      const { gram } = this.ask(grams);
      if (gram !== undefined) uses.set(gram, (uses.get(gram) ?? 0) + 1);
    }
    return [...uses]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_RULES)
      .map(([code]) => ({ code, told: this.told(code)! }))
      .sort((a, b) => b.told.score - a.told.score)
      .map(({ code, told }) => ({ gram: gramOf(code, values), value: told.value }));
  }
}
