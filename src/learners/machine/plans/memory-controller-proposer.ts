import type { Proposal } from '#logic/verify/synthesis';
import { type MemoryController, memoryOpCount, MemoryState } from './memory-controller.ts';
import type { Sequence } from './sequence.ts';

interface Decision {
  readonly row: number;
  /** Choices are op · states + next; this is the one at hand. */
  choice: number;
  /** Rows that the failures of its choices have met. */
  readonly blamed: Uint8Array;
}

const UNDECIDED = -1;

/**
 * Looks for a controller by filling its table only where the examples need it: run them, decide a row when it is first
 * met, and when an answer is wrong go back to the last decision that some failed run has met. Examples only grow, so what
 * was excluded stays excluded and the search goes on where it stopped.
 *
 * @source conflict-directed backjumping: Prosser 1993, Hybrid algorithms for the constraint satisfaction problem
 */
export class ControllerProposer {
  private readonly classes: number;
  private readonly payloads: number;
  private readonly states: number;
  private readonly decisions: Decision[] = [];
  private readonly choiceAt: Int32Array;
  private readonly met: Uint8Array;
  private isExhausted = false;
  /** Decisions made so far. */
  tried = 0;

  constructor(size: { readonly classes: number; readonly payloads: number; readonly states: number }) {
    this.classes = size.classes;
    this.payloads = size.payloads;
    this.states = size.states;
    this.choiceAt = new Int32Array(size.classes * size.states).fill(UNDECIDED);
    this.met = new Uint8Array(size.classes * size.states);
  }

  propose(examples: readonly Sequence[], maxTried: number): Proposal<MemoryController> {
    if (this.isExhausted) return { answer: 'none' };
    const limit = this.tried + maxTried;
    for (let e = 0; e < examples.length;) {
      const row = this.run(examples[e]!);
      if (row === 'right') {
        e += 1;
        continue;
      }
      if (this.tried >= limit) return { answer: 'unknown', why: `${maxTried} decisions` };
      this.tried += 1;
      if (row !== 'wrong') {
        this.decisions.push({ row, choice: 0, blamed: new Uint8Array(this.met.length) });
        this.choiceAt[row] = 0;
        continue;
      }
      if (!this.retreat()) {
        this.isExhausted = true;
        return { answer: 'none' };
      }
      e = 0;
    }
    return { answer: 'candidate', candidate: this.read() };
  }

  /** The next choice of the last decision to blame; states are numbered by their first use. */
  private retreat(): boolean {
    const choices = memoryOpCount * this.states;
    let blamed: Uint8Array = this.met.slice();
    for (let last = this.decisions.at(-1); last !== undefined; last = this.decisions.at(-1)) {
      if (blamed[last.row] === 1) {
        for (const [row, isBlamed] of blamed.entries()) if (isBlamed === 1) last.blamed[row] = 1;
        let choice = last.choice + 1;
        const newest = this.newest();
        while (choice < choices && choice % this.states > newest + 1) choice += 1;
        if (choice < choices) {
          last.choice = choice;
          this.choiceAt[last.row] = choice;
          return true;
        }
        blamed = last.blamed;
        blamed[last.row] = 0;
      }
      this.choiceAt[last.row] = UNDECIDED;
      this.decisions.pop();
    }
    return false;
  }

  /** The highest state that decisions before the last lead to. */
  private newest(): number {
    let newest = 0;
    for (const { choice } of this.decisions.slice(0, -1)) newest = Math.max(newest, choice % this.states);
    return newest;
  }

  /** Runs a sequence on the table as far as it is decided, noting the rows it meets. */
  private run({ classes, payloads, labels }: Sequence): number | 'right' | 'wrong' {
    const { states, choiceAt, met } = this;
    const memory = new MemoryState(this.payloads);
    met.fill(0);
    let state = 0;
    for (let t = 0; t < classes.length; t += 1) {
      const row = classes[t]! * states + state;
      const choice = choiceAt[row]!;
      if (choice === UNDECIDED) return row;
      met[row] = 1;
      state = choice % states;
      memory.apply((choice - state) / states, payloads?.[t] ?? 0);
      if (labels[t]! >= 0 && labels[t] !== memory.answer) return 'wrong';
    }
    return 'right';
  }

  /** The table; rows that no example met rest in their state. */
  private read(): MemoryController {
    const { classes, payloads, states } = this;
    const rows = Array.from(this.choiceAt, (choice, row) => (choice === UNDECIDED ? row % states : choice));
    return {
      kind: 'memory-controller',
      classes,
      payloads,
      states,
      next: rows.map((choice) => choice % states),
      ops: rows.map((choice) => Math.floor(choice / states)),
    };
  }
}
