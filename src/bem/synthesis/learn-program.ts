import { learnMerged } from './merging/learn-merged.ts';
import { learnNoisy } from './learn-noisy.ts';
import { CONFIDENCE, type LearntProgram, type TemplateRecord } from './learnt-program.ts';
import { agreesWith, type StepProgram } from './program.ts';
import { bestConstant, type Sequence, type SequenceShape, shortestFirst } from './sequence.ts';
import { type FindCounterexample, type Parts, type SearchBudget, templatesFor } from './template.ts';

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
 * A longer program must also be found again from four fifths of the data and agree with the rest. Automata with more states than the templates have are
 * found by merging states, under the same conditions. When nothing fits, labels may be wrong: each template is searched on small random parts of the data, and the
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

  const templates = templatesFor(shape, { ...learningDefaults.parts, ...options.parts });
  let examples: readonly Sequence[] = [];
  for (const template of templates) {
    const { name, bits } = template;
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
  const merged = believeMerged(sequences, shape);
  if (merged !== undefined) return { ...common, ...merged };
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

/** The automaton that merging states finds, where it is short enough, agrees with everything, and is not refuted by strings held out. */
function believeMerged(
  sequences: readonly Sequence[],
  shape: SequenceShape,
): Omit<LearntProgram, 'sequences' | 'constantErrors' | 'tried'> | undefined {
  if (shape.answers !== 2) return undefined;
  const found = learnMerged(sequences, shape);
  const riskBound = (found.bits * Math.LN2 + CONFIDENCE) / sequences.length;
  const { program } = found;
  if (riskBound > RISK_ALLOWED || countErrors(program, sequences) > 0) return undefined;
  if (refutesItself(sequences, (part) => learnMerged(part, shape).program)) return undefined;
  return { program, grounds: 'exact', template: `M(${program.states})`, errors: 0, riskBound, counterexamples: 0 };
}

function countErrors(program: StepProgram, sequences: readonly Sequence[]): number {
  return sequences.filter((one) => !agreesWith(program, one)).length;
}
