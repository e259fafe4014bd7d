import { countErrors, DirectFits, refutesItself, RISK_ALLOWED } from './direct-fits.ts';
import { learnNoisy } from './learn-noisy.ts';
import { CONFIDENCE, type LearntProgram, type TemplateRecord } from './learnt-program.ts';
import { agreesWith, type StepProgram } from './programs/program.ts';
import { bestConstant, type Sequence, type SequenceShape, shortestFirst } from './sequence.ts';
import { type Parts, type Template, templatesFor } from './template.ts';
import type { FindCounterexample, SearchBudget } from './template-search.ts';
import { operationsByClassBits, searchOperationsByClass } from './word-cells/word-operations-by-class.ts';

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
  const giveUp = (): LearntProgram => ({ ...common, ...nothing, program: constant, errors: constantErrors });
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

const nothing = { grounds: 'constant', template: 'constant', riskBound: 1, counterexamples: 0 } as const;

/** The first sequence that a program gets wrong, among those up to a length. */
function wrongIn(sequences: readonly Sequence[]): FindCounterexample {
  return (program, maxLength = Infinity) =>
    sequences.find((one) => one.classes.length <= maxLength && !agreesWith(program, one));
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
