import { cegis, type Verification } from '#logic/verify/synthesis';
import { agreesWith } from '../programs/program.ts';
import type { FindCounterexample, SearchBudget, TemplateSearch } from '../template-search.ts';
import { proveWidening } from './widen.ts';
import { WordCellProposer, type WordExample } from './word-cell-proposer.ts';
import { type WordCell, widened } from './word-cell.ts';

/** The width at which a word that may be widened answers the data. */
export const WIDE = 14;

/** The narrow width of a word that may be widened. */
export const WIDENED_FROM = 4;

/**
 * CEGIS over word machines. A fixed word must answer all data at its own width. A word that may be widened must answer
 * the data at width 14 and, at its own narrow width, the sequences that are too short to overflow it; a sequence that fails
 * joins the evidence at the least width at which it fails, and so do tokens after which a candidate does not widen.
 */
export function searchWordCell(
  shape: { readonly classes: number; readonly width: number; readonly isWidened: boolean },
  counterexample: FindCounterexample,
  { effort, rounds: maxRounds }: SearchBudget,
): TemplateSearch {
  const { classes, width, isWidened } = shape;
  const proposer = new WordCellProposer(classes);
  const agrees = (program: WordCell, example: WordExample): boolean =>
    agreesWith(widened(program, example.width), example.sequence);
  const verify = (candidate: WordCell): Verification<WordExample, WordCell> => {
    const wide = isWidened ? widened(candidate, WIDE) : candidate;
    const early = isWidened ? counterexample(candidate, 2 ** (width - 1) - 1) : undefined;
    if (early !== undefined) return { answer: 'wrong', counterexample: { sequence: early, width } };
    const wrong = counterexample(wide);
    if (wrong === undefined) return { answer: 'correct', evidence: wide };
    for (let at = isWidened ? width + 1 : width; at < wide.width; at += 1) {
      const example = { sequence: wrong, width: at };
      if (!agrees(candidate, example)) return { answer: 'wrong', counterexample: example };
    }
    return { answer: 'wrong', counterexample: { sequence: wrong, width: wide.width } };
  };
  const examples: WordExample[] = [];
  let rounds = 0;
  for (;;) {
    const result = cegis<WordCell, WordExample, WordCell>({
      examples: examples.splice(0),
      propose: (known) => proposer.propose(known, width, effort - proposer.conflicts),
      agrees,
      verify,
      maxRounds: maxRounds - rounds,
    });
    rounds += result.rounds;
    examples.push(...result.examples);
    const found = result.answer === 'found' ? result : undefined;
    const widening = found !== undefined && isWidened ? proveWidening(found.candidate, WIDE) : undefined;
    if (widening?.answer === 'refuted' && rounds < maxRounds) {
      proposer.requireSame(widening.tokens, [width, WIDE]);
      continue;
    }
    const isFound = found !== undefined && widening?.answer !== 'refuted';
    return {
      answer: found !== undefined && !isFound ? 'unknown' : result.answer,
      rounds,
      effort: proposer.conflicts,
      examples: examples.map(({ sequence }) => sequence),
      ...(isFound && { program: found.evidence }),
    };
  }
}
