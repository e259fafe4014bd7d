import { learningDefaults } from '../../learn-program.ts';
import { CONFIDENCE } from '../../learnt-program.ts';
import { agreesWith, type StepProgram } from '../../program.ts';
import { type Sequence, type SequenceShape, shortestFirst } from '../../sequence.ts';
import { templatesFor } from '../../template.ts';
import type { Meter } from '../meter.ts';

/** Conflicts of one look at a template, in turns that grow: a short search of all templates comes before a long one of any. */
const LOOKS = [200, 1500, 6000] as const;
const ROUNDS = 300;
/** Moves of words in a conflict or a candidate, for each token of a typical sequence. */
const TOKEN_EFFORT = 100;
/** A program is believed when Occam's bound leaves at most this risk. */
const RISK_ALLOWED = 0.2;

/** A program that agrees with all sequences, with the template it is of and its bits. */
export interface FoundProgram {
  readonly program: StepProgram;
  readonly template: string;
  readonly bits: number;
}

/** Passes the turn after each look at a template; returns what was found. */
export function* searchPrograms(
  data: readonly Sequence[],
  shape: SequenceShape,
  meter: Meter,
): Generator<undefined, FoundProgram | undefined, void> {
  const sequences = shortestFirst(data);
  const typical = sequences[sequences.length >>> 1]?.classes.length ?? 0;
  const templates = templatesFor(shape, learningDefaults.parts).filter(
    ({ bits }) => (bits * Math.LN2 + CONFIDENCE) / sequences.length <= RISK_ALLOWED,
  );
  const isHopeless = new Set<string>();
  let examples: readonly Sequence[] = [];
  for (const effort of LOOKS) {
    for (const template of templates) {
      if (isHopeless.has(template.name)) continue;
      const wrong = (program: StepProgram, maxLength = Infinity): Sequence | undefined =>
        sequences.find((one) => one.classes.length <= maxLength && !agreesWith(program, one));
      const search = template.search(wrong, { effort, rounds: ROUNDS }, examples);
      examples = search.examples;
      meter.spend(TOKEN_EFFORT * typical * (search.effort + search.rounds));
      if (search.program !== undefined)
        return { program: search.program, template: template.name, bits: template.bits };
      if (search.answer === 'none') isHopeless.add(template.name);
      yield undefined;
    }
  }
  return undefined;
}
