import { signRows } from './automaton.ts';
import { CandidateLanes } from './candidate-lanes.ts';
import type { CandidateSpace } from './candidate-space.ts';
import { inferAnswers } from './infer-answers.ts';
import { agreesWith, type StepProgram } from './programs/program.ts';
import { longestOf, type Sequence } from './sequence.ts';

/** Spaces up to this size go through the lanes in one pass, which is where it pays. */
export const ENUMERABLE = 4096;

/** Sequences between two looks at which candidates may still be the best. */
const BETWEEN_LOOKS = 16;

/** The best automaton of a space by the labels it gets wrong, and what was looked at. */
export interface FewestErrors {
  /** Undefined when every candidate gets more labels wrong than allowed. */
  readonly program: StepProgram | undefined;
  /** Sequences it gets wrong. */
  readonly errors: number;
  readonly candidates: number;
  /** Sequences that went through the lanes. */
  readonly passes: number;
}

/**
 * The automaton of a space that gets the fewest labels wrong, with the best answers for it; every automaton is looked at, as many at
 * once as there are lanes. A candidate is given up once it has more errors than allowed or than the best so far:
 *
 *     errors = Σ over places of the table: labels met there − the most frequent of them,     which only grows
 *
 * Ties go to the lower number. With no error allowed this is exact search.
 *
 * @source spec/machine §5: many candidates at once, one per lane
 */
export function fewestErrors(
  space: CandidateSpace,
  sequences: readonly Sequence[],
  answers: number,
  /** Share of the labels that may be wrong. */
  share: number,
): FewestErrors {
  const lanes = new CandidateLanes(space, longestOf(sequences));
  const labels = sequences.reduce((sum, one) => sum + one.labels.filter((label) => label >= 0).length, 0);
  let best: { readonly number: number; readonly errors: number } | undefined;
  let passes = 0;
  for (let first = 0; first < space.count; first += lanes.lanes) {
    lanes.load(first);
    const trial = new ErrorTrial(lanes, answers);
    const allowed = best === undefined ? Math.floor(share * labels) : best.errors - 1;
    for (const [i, sequence] of sequences.entries()) {
      trial.show(sequence);
      passes += 1;
      if (i % BETWEEN_LOOKS === BETWEEN_LOOKS - 1 && trial.look(allowed) === undefined) break;
    }
    const found = trial.look(allowed);
    if (found !== undefined) best = { number: first + found.lane, errors: found.errors };
  }
  const candidates = space.count;
  if (best === undefined) return { program: undefined, errors: sequences.length, candidates, passes };
  const program = inferAnswers(space, best.number, sequences, answers);
  return { program, errors: sequences.filter((one) => !agreesWith(program, one)).length, candidates, passes };
}

/** Counts, lane by lane, how often each label was met at each place of the table of answers. */
class ErrorTrial {
  private readonly lanes: CandidateLanes;
  private readonly answers: number;
  private readonly alive: Int32Array;
  private readonly places: number;
  /** (lane · places + place) · answers + label. */
  private readonly counts: Uint16Array;

  constructor(lanes: CandidateLanes, answers: number) {
    const { states, counters } = lanes.space.size;
    this.lanes = lanes;
    this.answers = answers;
    this.alive = lanes.held.slice();
    this.places = states * signRows(counters);
    this.counts = new Uint16Array(lanes.lanes * this.places * answers);
  }

  show({ classes, labels }: Sequence): void {
    this.lanes.begin();
    for (let t = 0; t < classes.length; t += 1) {
      this.lanes.step(classes[t]!);
      if (labels[t]! >= 0) this.note(labels[t]!);
    }
  }

  /** Gives up lanes with more errors than allowed; the best of the others. */
  look(allowed: number): { readonly lane: number; readonly errors: number } | undefined {
    let best: { readonly lane: number; readonly errors: number } | undefined;
    for (let lane = 0; lane < this.lanes.lanes; lane += 1) {
      const [word, bit] = [lane >>> 5, 1 << (lane & 31)];
      if ((this.alive[word]! & bit) === 0) continue;
      const errors = this.errorsOf(lane);
      if (errors > allowed) this.alive[word]! &= ~bit;
      else if (errors < (best?.errors ?? Infinity)) best = { lane, errors };
    }
    return best;
  }

  private note(label: number): void {
    const { alive, counts, places, answers } = this;
    for (const [place, here] of this.lanes.places().entries()) {
      for (let w = 0; w < here.length; w += 1) {
        for (let left = here[w]! & alive[w]!; left !== 0; left &= left - 1) {
          const lane = 32 * w + 31 - Math.clz32(left & -left);
          counts[(lane * places + place) * answers + label]! += 1;
        }
      }
    }
  }

  private errorsOf(lane: number): number {
    const { counts, places, answers } = this;
    let errors = 0;
    for (let place = 0; place < places; place += 1) {
      const at = (lane * places + place) * answers;
      let [sum, most] = [0, 0];
      for (let label = 0; label < answers; label += 1) {
        const count = counts[at + label]!;
        sum += count;
        most = Math.max(most, count);
      }
      errors += sum - most;
    }
    return errors;
  }
}
