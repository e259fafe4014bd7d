import { learnMerged } from './merging/learn-merged.ts';
import { searchMoves } from './moves/search-moves.ts';
import { learnNoisy } from './learn-noisy.ts';
import { CONFIDENCE, type LearntProgram, type TemplateRecord } from './learnt-program.ts';
import { createRng } from '#kernel';
import { agreesWith, runProgram, type StepProgram } from './program.ts';
import { bestConstant, longestOf, type Sequence, type SequenceShape, shortestFirst } from './sequence.ts';
import { residueSums } from './residue-sums.ts';
import { type FindCounterexample, type Parts, type SearchBudget, type Template, templatesFor } from './template.ts';
import { operationsByClassBits, searchOperationsByClass } from './word-operations-by-class.ts';

/** How to learn. */
export interface LearnOptions {
  readonly parts?: Partial<Parts>;
  /** Off: nothing is searched, the best constant answer is all there is. */
  readonly synthesis?: boolean;
  readonly budget?: Partial<SearchBudget>;
  /** Restarts of each template when the data cannot be right in every label; 0 gives up then. */
  readonly noiseRestarts?: number;
  /** Names the random stream of the restarts. */
  readonly randomPath?: string;
}

/** What is used where nothing else is asked for: the parts of programs, effort and candidates per template, and restarts. */
export const learningDefaults = {
  parts: { counters: true, memory: true, stack: true },
  budget: { effort: 20_000, rounds: 400 },
  noiseRestarts: 20,
} as const;

/** A program is believed when the bound leaves at most this risk (exact), or this much less than the constant's (noisy). */
const RISK_ALLOWED = 0.2;

/** Above this bound a program must also stand when it is found again without a part of the data. */
const DOUBTFUL = 0.03;

/**
 * The shortest program that the data speak for. Templates are searched by description length with counterexamples, the
 * shortest wrong sequence first. A consistent program of b bits on m sequences is believed by Occam's bound:
 *
 *     risk ≤ (b·ln 2 + ln 1/δ) / m
 *
 * A longer program must also be found again from four fifths of the data and agree with the rest. Sums modulo m and automata that merging states finds
 * come in at their own description length, under the same conditions. When nothing fits, labels may be wrong: each template is searched on small random parts of the data, and the
 * program with the shortest code for itself and its errors is believed if it beats the best constant by the uniform
 * deviation √((b·ln 2 + ln 1/δ) / 2m). Else the best constant answer remains.
 *
 * @source Blumer, Ehrenfeucht, Haussler & Warmuth 1987, Occam's razor; Rissanen 1978 (description length);
 * Fischler & Bolles 1981 (random consensus)
 */
export function learnProgram(
  data: readonly Sequence[],
  shape: SequenceShape,
  options: LearnOptions = {},
): LearntProgram {
  const sequences = shortestFirst(data);
  const budget = { ...learningDefaults.budget, ...options.budget };
  const constant: StepProgram = {
    kind: 'constant',
    classes: shape.classes,
    answer: bestConstant(sequences, shape.answers),
  };
  const constantErrors = countErrors(constant, sequences);
  const tried: TemplateRecord[] = [];
  const common = { sequences: sequences.length, constantErrors, tried };
  const giveUp = (): LearntProgram => ({
    ...common,
    program: constant,
    grounds: 'constant',
    template: 'constant',
    errors: constantErrors,
    riskBound: 1,
    counterexamples: 0,
  });
  if (options.synthesis === false || sequences.length === 0) return giveUp();

  const parts = { ...learningDefaults.parts, ...options.parts };
  const templates = spacesFor(shape, parts);
  const direct = new DirectFits(sequences, shape, parts);
  let examples: readonly Sequence[] = [];
  for (const template of templates) {
    const { name, bits } = template;
    const shorter = direct.upTo(bits);
    if (shorter !== undefined) return { ...common, ...shorter };
    const riskBound = (bits * Math.LN2 + CONFIDENCE) / sequences.length;
    if (riskBound > RISK_ALLOWED) {
      tried.push({ template: name, bits, answer: 'too long', rounds: 0, effort: 0 });
      continue;
    }
    const search = template.search(wrongIn(sequences), budget, examples);
    examples = search.examples;
    const refit = (part: readonly Sequence[]): StepProgram | undefined =>
      template.search(wrongIn(part), budget, []).program;
    const isRefuted = search.program !== undefined && riskBound > DOUBTFUL && refutesItself(sequences, refit);
    const answer = isRefuted ? 'refuted' : search.answer;
    tried.push({ template: name, bits, answer, rounds: search.rounds, effort: search.effort });
    if (search.program !== undefined && !isRefuted) {
      return {
        ...common,
        program: search.program,
        grounds: 'exact',
        template: name,
        errors: 0,
        riskBound,
        counterexamples: search.examples.length,
      };
    }
  }
  const fitted = direct.upTo(Infinity);
  if (fitted !== undefined) return { ...common, ...fitted };
  const restarts = options.noiseRestarts ?? learningDefaults.noiseRestarts;
  const path = options.randomPath ?? 'synthesis';
  const noisy = learnNoisy(templates, sequences, { restarts, path, tried, constantErrors });
  return noisy === undefined ? giveUp() : { ...common, ...noisy };
}

/** The first sequence that a program gets wrong, among those up to a length. */
function wrongIn(sequences: readonly Sequence[]): FindCounterexample {
  return (program, maxLength = Infinity) =>
    sequences.find((one) => one.classes.length <= maxLength && !agreesWith(program, one));
}

/** Every so many strings one is held out. */
const HELD_OUT = 5;

/**
 * Whether the same space, searched on four fifths of the data, gives a program that the other fifth refutes: then the data do not say which program of
 * the space is right, and none of them may be called exact.
 */
function refutesItself(
  sequences: readonly Sequence[],
  refit: (part: readonly Sequence[]) => StepProgram | undefined,
): boolean {
  const part = sequences.filter((_, i) => i % HELD_OUT !== HELD_OUT - 1);
  const program = refit(part);
  return program === undefined || sequences.some((one) => !agreesWith(program, one));
}

/** The templates, and beside them what only this learner looks at. */
function spacesFor(shape: SequenceShape, parts: Parts): Template[] {
  const templates = templatesFor(shape, parts);
  if (shape.answers !== 2 || shape.payloads > 0 || parts.counters || shape.classes > MOST_CLASSES) return templates;
  const operations: Template = {
    name: 'B(operations)',
    bits: operationsByClassBits(shape.classes),
    search: (counterexample, budget) => searchOperationsByClass(shape.classes, counterexample, budget),
  };
  return [...templates, operations].sort((a, b) => a.bits - b.bits);
}

/** Where more classes choose among word operations there are too many ways to choose. */
const MOST_CLASSES = 3;

type Fitted = Omit<LearntProgram, 'sequences' | 'constantErrors' | 'tried'>;

/** Below this many bits templates are searched sooner than states are merged. */
const MERGED_FROM = 30;

/** Below this many bits controllers of few operations are searched sooner than moves are. */
const MOVES_FROM = 40;

/** Programs that are made from the data at once, each made when its turn by description length may have come. */
class DirectFits {
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

/** Whether two programs say the same of random strings of twice the length seen. */
function areAlike(one: StepProgram, other: StepProgram, length: number): boolean {
  const rng = createRng('synthesis/alike');
  return Array.from({ length: ALIKE_STRINGS }, () => {
    const classes = Uint8Array.from({ length: 2 * length }, () => rng.below(one.classes));
    return { classes, labels: runProgram(one, { classes, labels: new Int16Array(0) }) };
  }).every((sequence) => agreesWith(other, sequence));
}

const ALIKE_STRINGS = 64;

function countErrors(program: StepProgram, sequences: readonly Sequence[]): number {
  return sequences.filter((one) => !agreesWith(program, one)).length;
}
