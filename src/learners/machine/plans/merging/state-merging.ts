import type { Sequence } from '../sequence.ts';

/** A finite automaton found by merging states; an answer of −1 is unknown and counts as 0. */
export interface MergedAutomaton {
  readonly classes: number;
  readonly next: Int32Array;
  readonly answers: Int8Array;
  readonly states: number;
}

/** Merges tried at most; beyond, blue states are made red unseen, as when nothing fits. */
const MAX_FOLDS = 2_000_000;

/**
 * Evidence-driven state merging on the red-blue fringe, the classical learner of automata from labelled strings.
 *
 * @source Lang, Pearlmutter & Price 1998, Results of the Abbadingo One DFA learning competition
 */
export function learnEdsm(sequences: readonly Sequence[], classes: number): MergedAutomaton {
  return new StateMerger(sequences, classes).run();
}

/** The answer after each token. */
export function runMerged({ next, answers, classes }: MergedAutomaton, tokens: ArrayLike<number>): Int16Array {
  const given = new Int16Array(tokens.length);
  let state = 0;
  for (let t = 0; t < tokens.length; t += 1) {
    if (state >= 0) state = next[state * classes + tokens[t]!]!;
    given[t] = state >= 0 && answers[state] === 1 ? 1 : 0;
  }
  return given;
}

class StateMerger {
  private readonly classes: number;
  private readonly next: Int32Array;
  private readonly answers: Int8Array;
  private size = 1;
  private folds = 0;
  /** What folding changed: place, old value; a place below 0 is an answer. */
  private readonly log: number[] = [];

  constructor(sequences: readonly Sequence[], classes: number) {
    const most = sequences.reduce((sum, { classes: tokens }) => sum + tokens.length, 1);
    this.classes = classes;
    this.next = new Int32Array(most * classes).fill(-1);
    this.answers = new Int8Array(most).fill(-1);
    for (const { classes: tokens, labels } of sequences) {
      let node = 0;
      for (const [t, token] of tokens.entries()) {
        const at = node * classes + token;
        if (this.next[at]! < 0) {
          this.next[at] = this.size;
          this.size += 1;
        }
        node = this.next[at]!;
        if (labels[t]! >= 0) this.answers[node] = labels[t]!;
      }
    }
  }

  run(): MergedAutomaton {
    const red = [0];
    const isRed = new Set(red);
    for (;;) {
      const blue = red.flatMap((from) =>
        Array.from({ length: this.classes }, (_, c) => from * this.classes + c).filter(
          (at) => this.next[at]! >= 0 && !isRed.has(this.next[at]!),
        ),
      );
      if (blue.length === 0) break;
      let best: { readonly into: number; readonly at: number; readonly score: number } | undefined;
      let promoted: number | undefined;
      for (const at of blue) {
        let fits = false;
        for (const into of this.folds < MAX_FOLDS ? red : []) {
          const score = this.score(into, at);
          if (score < 0) continue;
          fits = true;
          if (score > (best?.score ?? -1)) best = { into, at, score };
        }
        if (!fits) {
          promoted = this.next[at]!;
          break;
        }
      }
      if (promoted !== undefined) {
        red.push(promoted);
        isRed.add(promoted);
      } else this.merge(best!.into, best!.at);
    }
    return this.compact(red);
  }

  /** Labels that agree when the blue state behind an arc is folded into a red one; −1 when two differ. */
  private score(into: number, at: number): number {
    this.log.length = 0;
    const score = this.merge(into, at);
    for (let i = this.log.length - 2; i >= 0; i -= 2) {
      const place = this.log[i]!;
      if (place < 0) this.answers[-place - 1] = this.log[i + 1]!;
      else this.next[place] = this.log[i + 1]!;
    }
    return score;
  }

  private merge(into: number, at: number): number {
    const blue = this.next[at]!;
    this.log.push(at, blue);
    this.next[at] = into;
    const open: [number, number][] = [[into, blue]];
    let score = 0;
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [red, from] = pair;
      this.folds += 1;
      const [mine, theirs] = [this.answers[red]!, this.answers[from]!];
      if (theirs >= 0 && mine >= 0 && mine !== theirs) return -1;
      if (theirs >= 0 && mine >= 0) score += 1;
      else if (theirs >= 0) {
        this.log.push(-red - 1, mine);
        this.answers[red] = theirs;
      }
      for (let c = 0; c < this.classes; c += 1) {
        const child = this.next[from * this.classes + c]!;
        if (child < 0) continue;
        const place = red * this.classes + c;
        if (this.next[place]! >= 0) open.push([this.next[place]!, child]);
        else {
          this.log.push(place, -1);
          this.next[place] = child;
        }
      }
    }
    return score;
  }

  private compact(red: readonly number[]): MergedAutomaton {
    const numbers = new Map(red.map((node, i) => [node, i]));
    const next = Int32Array.from(
      red.flatMap((node) =>
        Array.from({ length: this.classes }, (_, c) => numbers.get(this.next[node * this.classes + c]!) ?? -1),
      ),
    );
    return {
      classes: this.classes,
      next,
      answers: Int8Array.from(red, (node) => this.answers[node]!),
      states: red.length,
    };
  }
}
