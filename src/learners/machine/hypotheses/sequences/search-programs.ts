import { learningDefaults } from '../../plans/learn-program.ts';
import { CONFIDENCE } from '../../plans/learnt-program.ts';
import { agreesWith, type StepProgram } from '../../plans/programs/program.ts';
import { type Sequence, type SequenceShape, shortestFirst } from '../../plans/sequence.ts';
import { templatesFor } from '../../plans/template.ts';
import type { Rng } from '#foundation/kernel';
import { climbAutomaton } from '../../plans/climb-automaton.ts';
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

/** Answers between which a table is climbed to: of two, a solver is the better searcher. */
const CLIMBED = { fewest: 3, most: 16 } as const;
const RESTARTS = 4;
/** States besides one for each answer. */
const SPARE_STATES = [0, 1] as const;

/** Labels from which on a climbed table would be believed; infinite where none is climbed to. */
export function labelsToClimb({ answers, classes, payloads }: SequenceShape): number {
  if (payloads > 0 || answers < CLIMBED.fewest || answers > CLIMBED.most) return Infinity;
  return Math.ceil((tableBits(classes, answers) * Math.LN2 + CONFIDENCE) / RISK_ALLOWED);
}

/** Automata with a state for each answer, and perhaps one more, by climbing. */
export function* climbPrograms(
  sequences: readonly Sequence[],
  shape: SequenceShape,
  { meter, rng }: { readonly meter: Meter; readonly rng: Rng },
): Generator<undefined, FoundProgram | undefined, void> {
  for (const spare of SPARE_STATES) {
    const states = shape.answers + spare;
    const bits = tableBits(shape.classes, states);
    if (!isBelieved(bits, sequences)) continue;
    const spend = (effort: number): void => meter.spend(effort);
    const program = climbAutomaton(sequences, shape, { states, restarts: RESTARTS, rng, spend });
    if (program !== undefined) return { program, template: `A(${states},0)`, bits };
    yield undefined;
  }
  return undefined;
}

function tableBits(classes: number, states: number): number {
  return classes * states * Math.log2(states);
}

/** Occam's bound on the risk of a program of so many bits that agrees with all sequences. */
function isBelieved(bits: number, { length }: readonly Sequence[]): boolean {
  return (bits * Math.LN2 + CONFIDENCE) / length <= RISK_ALLOWED;
}

/** Passes the turn after each look at a template; returns what was found. */
export function* searchPrograms(
  data: readonly Sequence[],
  shape: SequenceShape,
  meter: Meter,
): Generator<undefined, FoundProgram | undefined, void> {
  const sequences = shortestFirst(data);
  const typical = sequences[sequences.length >>> 1]?.classes.length ?? 0;
  const templates = templatesFor(shape, learningDefaults.parts).filter(({ bits }) => isBelieved(bits, sequences));
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
