import { createRng } from '#foundation/kernel';
import { CONFIDENCE, type LearntProgram } from './learnt-program.ts';
import { learnMerged } from './merging/learn-merged.ts';
import { searchMoves } from './moves/search-moves.ts';
import { agreesWith, runProgram, type StepProgram } from './programs/program.ts';
import { residueSums } from './residue-sums.ts';
import { longestOf, type Sequence, type SequenceShape } from './sequence.ts';
import type { Parts } from './template.ts';

/** A program is believed when the bound leaves at most this risk (exact), or this much less than the constant's (noisy). */
export const RISK_ALLOWED = 0.2;

type Fitted = Omit<LearntProgram, 'sequences' | 'constantErrors' | 'tried'>;

/** Below this many bits templates are searched sooner than states are merged. */
const MERGED_FROM = 30;

/** Below this many bits controllers of few operations are searched sooner than moves are. */
const MOVES_FROM = 40;

/** Programs that are made from the data at once, each made when its turn by description length may have come. */
export class DirectFits {
  private readonly sequences: readonly Sequence[];
  private readonly shape: SequenceShape;
  private sums: (Fitted & { readonly bits: number })[] | undefined;
  private moves: (Fitted & { readonly bits: number }) | null | undefined;
  private merged: (Fitted & { readonly bits: number }) | null | undefined;

  private readonly hasMemory: boolean;

  constructor(sequences: readonly Sequence[], shape: SequenceShape, { memory }: Parts) {
    this.sequences = sequences;
    this.shape = shape;
    this.hasMemory = memory;
  }

  /** The shortest that is believed, among those of at most so many bits. */
  upTo(bits: number): Fitted | undefined {
    if (this.shape.payloads > 0) return bits > MOVES_FROM ? this.fitMoves() : undefined;
    if (this.shape.answers !== 2) return undefined;
    this.sums ??= this.fitSums();
    if (bits > MERGED_FROM && this.merged === undefined) this.merged = this.fitMerged() ?? null;
    const all = [...this.sums, ...(this.merged ? [this.merged] : [])].filter((one) => one.bits <= bits);
    return all.toSorted((a, b) => a.bits - b.bits)[0];
  }

  /** Moves between two registers, a memory and the answer; looked for once the controllers of few operations have been. */
  private fitMoves(): Fitted | undefined {
    const { sequences, shape } = this;
    if (!this.hasMemory || shape.answers !== shape.payloads + 1) return undefined;
    if (this.moves === undefined) {
      const found = searchMoves(sequences, shape);
      const refit = (part: readonly Sequence[]): StepProgram | undefined => searchMoves(part, shape)?.program;
      this.moves = (found && this.believe(found.program, found.bits, 'moves', refit)) ?? null;
    }
    return this.moves ?? undefined;
  }

  /** The sum of the least modulus, unless another fits as well and means something else: then the data do not say which is right. */
  private fitSums(): (Fitted & { readonly bits: number })[] {
    const { sequences, shape } = this;
    const [first, ...others] = residueSums(sequences, shape);
    if (first === undefined || others.some(({ program }) => !areAlike(first.program, program, longestOf(sequences)))) {
      return [];
    }
    const refit = (part: readonly Sequence[]): StepProgram | undefined =>
      residueSums(part, shape).next().value?.program;
    return [this.believe(first.program, first.bits, `Σ(${first.modulus})`, refit) ?? []].flat();
  }

  private fitMerged(): (Fitted & { readonly bits: number }) | undefined {
    const { sequences, shape } = this;
    const { program, bits } = learnMerged(sequences, shape);
    return this.believe(program, bits, `M(${program.states})`, (part) => learnMerged(part, shape).program);
  }

  /** Where it is short enough, agrees with everything, and is not refuted by strings held out. */
  private believe(
    program: StepProgram,
    bits: number,
    template: string,
    refit: (part: readonly Sequence[]) => StepProgram | undefined,
  ): (Fitted & { readonly bits: number }) | undefined {
    const riskBound = (bits * Math.LN2 + CONFIDENCE) / this.sequences.length;
    if (riskBound > RISK_ALLOWED || countErrors(program, this.sequences) > 0) return undefined;
    if (refutesItself(this.sequences, refit)) return undefined;
    return { program, grounds: 'exact', template, errors: 0, riskBound, counterexamples: 0, bits };
  }
}

/** Every so many strings one is held out. */
const HELD_OUT = 5;

/**
 * Whether the same space, searched on four fifths of the data, gives a program that the other fifth refutes: then the data do not say which program of
 * the space is right, and none of them may be called exact.
 */
export function refutesItself(
  sequences: readonly Sequence[],
  refit: (part: readonly Sequence[]) => StepProgram | undefined,
): boolean {
  const part = sequences.filter((_, i) => i % HELD_OUT !== HELD_OUT - 1);
  const program = refit(part);
  return program === undefined || sequences.some((one) => !agreesWith(program, one));
}

/** Whether two programs say the same of random strings of twice the length seen. */
function areAlike(one: StepProgram, other: StepProgram, length: number): boolean {
  const rng = createRng('synthesis/alike');
  return Array.from({ length: ALIKE_STRINGS }, () => {
    const classes = Uint8Array.from({ length: 2 * length }, () => rng.below(one.classes));
    return { classes, labels: runProgram(one, { classes, labels: new Int16Array(0) }) };
  }).every((sequence) => agreesWith(other, sequence));
}

const ALIKE_STRINGS = 64;

export function countErrors(program: StepProgram, sequences: readonly Sequence[]): number {
  return sequences.filter((one) => !agreesWith(program, one)).length;
}
