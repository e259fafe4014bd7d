import { knob, type KnobTable, usualValues } from '#foundation/kernel/knobs';

/** What decides where judge calls go. @source pilots on the development world of the benchmark */
export const choiceKnobs = {
  drafts: knob(4, 1, 64, 'questions drafted for each that is judged'),
  answered: knob(2, 1, 64, 'of them answered, of the kinds that promise most'),
  reliabilityWeight: knob(1, 0, 8, 'power of P(the judge sees quality in the kind) in its worth'),
  learningWeight: knob(1, 0, 8, 'power of how far the answers of the solver differ; 0 also judges where they do not'),
  breadthWeight: knob(1, 0, 8, 'power of 1 / √(1 + pairs of the kind): what was learnt from is worth less'),
  judgedStrong: knob(2, 1, 1000, 'different strong answers to a question that are judged at most, those given most'),
  judgedWeak: knob(3, 0, 1000, 'the same of weak ones'),
  screening: knob(
    0.3,
    0,
    1,
    'after half of the passes a question goes no further whose strong answers are told apart with a p above this',
  ),
} as const satisfies KnobTable;

export type ChoiceKnobs = Readonly<Record<keyof typeof choiceKnobs, number>>;

/** Every knob at its default. */
export const usualChoice: ChoiceKnobs = usualValues(choiceKnobs);
