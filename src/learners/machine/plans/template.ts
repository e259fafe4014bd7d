import { cegis } from '#logic/verify/synthesis';
import { moveCount, seenRows, stackMoveCount } from './automaton.ts';
import { AutomatonProposer } from './automaton-proposer.ts';
import { CandidateSpace } from './candidate-space.ts';
import { ENUMERABLE, type FewestErrors, fewestErrors } from './fewest-errors.ts';
import { memoryOpCount } from './memory-controller.ts';
import { ControllerProposer } from './memory-controller-proposer.ts';
import { agreesWith, type StepProgram } from './programs/program.ts';
import type { Sequence, SequenceShape } from './sequence.ts';
import { searchWordCell, WIDENED_FROM } from './word-cells/word-cell-search.ts';
import type { SearchBudget, FindCounterexample, TemplateSearch } from './template-search.ts';

/** A space of programs that differ in what their tables hold. */
export interface Template {
  readonly name: string;
  /** Description length: bits that name one program of the space. */
  readonly bits: number;
  search(counterexample: FindCounterexample, budget: SearchBudget, examples: readonly Sequence[]): TemplateSearch;
  /** Where all programs of the space fit the lanes: the best of them by the share of labels it may get wrong. */
  fewestErrors?(sequences: readonly Sequence[], share: number): FewestErrors;
}

/** Which parts programs may be built from. */
export interface Parts {
  readonly counters: boolean;
  readonly memory: boolean;
  /** A stack counts as well, so it comes with counters only. */
  readonly stack: boolean;
}

const MAX_STATES = 8;
const MAX_STATES_WITH_COUNTER = 4;
const MAX_COUNTERS = 2;
const MAX_CONTROLLER_STATES = 3;
const MAX_STATES_WITH_STACK = 3;
const STACK_SYMBOLS = 2;

/** Bits that a stack costs beyond its table: it ends at its capacity, so counters come first unless they take this much more to say. */
const STACK_PRICE = 40;

/** All templates that can give the answers of a task, shortest description first. */
export function templatesFor(shape: SequenceShape, parts: Parts): Template[] {
  const templates: Template[] = [];
  const isSymbolic = shape.answers <= MAX_STATES;
  if (isSymbolic) {
    for (let states = 2; states <= MAX_STATES; states += 1) templates.push(automatonTemplate(shape, states, 0));
    for (let counters = 1; parts.counters && counters <= MAX_COUNTERS; counters += 1) {
      for (let states = 1; states <= MAX_STATES_WITH_COUNTER; states += 1) {
        templates.push(automatonTemplate(shape, states, counters));
      }
    }
    for (let states = 1; parts.counters && parts.stack && states <= MAX_STATES_WITH_STACK; states += 1) {
      templates.push(automatonTemplate(shape, states, 0, STACK_SYMBOLS));
    }
  }
  if (shape.answers === 2 && !parts.counters) templates.push(...wordTemplates(shape));
  if (shape.payloads > 0 && shape.answers === shape.payloads + 1 && parts.memory) {
    for (let states = 1; states <= MAX_CONTROLLER_STATES; states += 1)
      templates.push(controllerTemplate(shape, states));
  }
  return templates.sort((a, b) => a.bits - b.bits);
}

function automatonTemplate(
  { classes, answers }: SequenceShape,
  states: number,
  counters: number,
  symbols = 0,
): Template {
  const seen = seenRows(counters, symbols);
  const rows = classes * states * seen;
  const stackBits = symbols === 0 ? 0 : Math.log2(stackMoveCount(symbols));
  const price = symbols === 0 ? 0 : STACK_PRICE;
  const space = new CandidateSpace({ classes, states, counters });
  return {
    name: symbols === 0 ? `A(${states},${counters})` : `S(${states},${symbols})`,
    bits:
      price +
      rows * (Math.log2(states) + counters * Math.log2(moveCount) + stackBits) +
      states * seen * Math.log2(answers),
    search(counterexample, { effort, rounds }, examples) {
      const proposer = new AutomatonProposer({ classes, answers, states, counters, symbols });
      const most = symbols === 0 ? effort : STACK_EFFORT * effort;
      const propose = (known: readonly Sequence[]) => proposer.propose(known, most - proposer.conflicts);
      const run = { propose, counterexample, rounds, effort: () => proposer.conflicts };
      if (symbols === 0) return runSearch({ ...run, examples });
      // What refuted other templates are long strings, dear to say of a stack; and what refutes a stack is of no use to them.
      const alone = runSearch({ ...run, examples: [] });
      return alone.answer === 'found' ? alone : { ...alone, examples };
    },
    ...(symbols === 0 &&
      space.count <= ENUMERABLE && {
        fewestErrors: (sequences, share) => fewestErrors(space, sequences, answers, share),
      }),
  };
}

function controllerTemplate({ classes, payloads }: SequenceShape, states: number): Template {
  return {
    name: `C(${states})`,
    bits: classes * states * Math.log2(memoryOpCount * states),
    search(counterexample, { effort, rounds }, examples) {
      const proposer = new ControllerProposer({ classes, payloads, states });
      const propose = (known: readonly Sequence[]) => proposer.propose(known, DECISIONS * effort - proposer.tried);
      return runSearch({ propose, counterexample, rounds, examples, effort: () => proposer.tried });
    },
  };
}

/** Conflicts about what a stack holds are cheap, and many. */
const STACK_EFFORT = 50;

/** A decision costs much less than a conflict. */
const DECISIONS = 50;

/** Conflicts over a few dozen holes are cheap. */
const WORD_EFFORT = 4;

/** Fixed words that are their own width, then words that may be widened. */
function wordTemplates({ classes }: SequenceShape): Template[] {
  const bits = 16 + 8 * classes + 4;
  return [
    { width: 1, isWidened: false },
    { width: 2, isWidened: false },
    { width: WIDENED_FROM, isWidened: true },
  ].map(({ width, isWidened }) => ({
    name: isWidened ? `B(${width}+)` : `B(${width})`,
    bits: bits + Math.log2(width),
    search: (counterexample, { effort, rounds }) =>
      searchWordCell({ classes, width, isWidened }, counterexample, { effort: WORD_EFFORT * effort, rounds }),
  }));
}

interface Search<Program> {
  readonly propose: Parameters<typeof cegis<Program, Sequence, true>>[0]['propose'];
  readonly counterexample: FindCounterexample;
  readonly rounds: number;
  readonly examples: readonly Sequence[];
  effort(): number;
}

function runSearch<Program extends StepProgram>(search: Search<Program>): TemplateSearch {
  const { propose, counterexample, rounds: maxRounds, examples } = search;
  const result = cegis<Program, Sequence, true>({
    examples,
    propose,
    agrees: agreesWith,
    verify(candidate) {
      const wrong = counterexample(candidate);
      return wrong === undefined ? { answer: 'correct', evidence: true } : { answer: 'wrong', counterexample: wrong };
    },
    maxRounds,
  });
  const { answer, rounds } = result;
  const program = result.answer === 'found' ? { program: result.candidate } : {};
  return { answer, rounds, examples: result.examples, effort: search.effort(), ...program };
}
