import { Fault } from '#foundation/kernel';
import { type Knob, knob, type KnobTable, turnTable } from '#foundation/kernel/knobs';

/** What changes what a lesson of evolve finds: the race of the classes, the search for a term, and the guesses before it. */
export const lessonKnobs = {
  trialEpisodes: knob(128, 16, 65_536, 'fresh episodes on which an installed hypothesis is tried'),
  patience: knob(5, 0, 1000, 'times the effort of the class in front that the others may spend before the race ends'),
  heldSteps: knob(2e6, 1e4, 1e8, 'steps of evidence that a race holds at most; with more it is over'),
  leastWait: knob(1e7, 0, 1e12, 'effort that the others may spend at least, however soon something was found'),
  leastReached: knob(
    0.2,
    0.01,
    1,
    'share of the best return seen, below which the race waits no longer for the others',
  ),
  firstLook: knob(64, 8, 65_536, 'episodes that chance plays before any class searches'),
  stalledCost: knob(4, 1, 1000, 'times that the effort of a class counts once it finds nothing better'),
  leastStall: knob(1e6, 0, 1e12, 'effort without anything better before a class is called stalled'),
  signatureBits: knob(32, 4, 1024, 'bits of right answers by which terms are told apart'),
  fewestCompared: knob(10, 2, 4096, 'right answers by which terms are told apart at least'),
  mostHard: knob(24, 0, 4096, 'right answers that terms got wrong, by which further terms are told apart at most'),
  mostRefused: knob(16, 1, 1e6, 'terms that are refused before a search begins again with what refused them'),
  mostRestarts: knob(6, 0, 1000, 'times that a search for a term begins again'),
  mostTermBits: knob(60, 2, 1000, 'length in bits at which a search for a term ends'),
  mostTermGates: knob(16_000, 1, 1e6, 'gates of a term at most'),
  termRoom: knob(3e7, 1e4, 1e9, 'cells that a search for a term may hold'),
  guessSample: knob(12, 2, 4096, 'observations by which the terms of guesses are told apart'),
  guessEffort: knob(3e5, 1e3, 1e10, 'effort of growing the terms of guesses'),
  guessTerms: knob(600, 1, 1e5, 'terms that guesses are drawn from at most'),
  guessHits: knob(64, 1, 1e5, 'latest right answers by which the terms of guesses are weighed'),
  evenGuesses: knob(0.3, 0, 1, 'share of guesses that are drawn evenly'),
} as const satisfies KnobTable;

/** What changes the rule that is learnt from a table. */
export const ruleKnobs = {
  rulePatience: knob(3, 0, 1000, 'times the effort of the first rule for all rows that the search goes on for'),
  patienceShare: knob(0.02, 0, 1, 'share of all effort that is added for each time of that'),
  mostRuleBits: knob(80, 2, 1000, 'length in bits at which terms grow no longer'),
  wrongRowBits: knob(30, 0, 1000, 'bits that a wrong row costs where answers are no classes'),
  moreRows: knob(32, 1, 1e6, 'wrong rows that the sample of a search takes up at once'),
  ruleRoom: knob(1e8, 1e4, 1e9, 'cells that a search for a rule may hold'),
  fewRows: knob(64, 1, 1e5, 'rows up to which the best single choice is found exactly'),
  mostTests: knob(20_000, 1, 1e6, 'tests that choices are made of at most'),
  mostCutWords: knob(64, 0, 1e5, 'words that a node of a tree may compare with a number of its own'),
  mostClasses: knob(32, 2, 1e4, 'answers up to which they are taken for classes'),
  mostStepBits: knob(20, 4, 60, 'length in bits of what is done at each item along a list, at most'),
  boundedStepBits: knob(17, 0, 60, 'length in bits up to which such a step is tried within bounds too'),
  walkPart: knob(0.25, 0, 1, 'share of the effort left that steps along one list may take'),
  classifyingPart: knob(2, 1, 100, 'one n-th of the effort left that one way to choose between classes may take'),
} as const satisfies KnobTable;

export type LessonKnobs = Readonly<Record<keyof typeof lessonKnobs, number>>;
export type RuleKnobs = Readonly<Record<keyof typeof ruleKnobs, number>>;

/** The lesson knobs with some turned; an unknown name or a value outside its range is a fault. */
export function turnLessonKnobs(turned: Readonly<Record<string, number>> = {}): LessonKnobs {
  return turn(lessonKnobs, turned);
}

/** The rule knobs with some turned. */
export function turnRuleKnobs(turned: Readonly<Record<string, number>> = {}): RuleKnobs {
  return turn(ruleKnobs, turned);
}

function turn<Name extends string>(
  table: KnobTable<Name>,
  turned: Readonly<Record<string, number>>,
): Readonly<Record<Name, number>> {
  const values = turnTable(table, turned, { kind: 'search', refuse });
  // A knob of the search is a whole number, or a share of at most 1.
  for (const [name, { high }] of Object.entries<Knob>(table)) {
    const value = turned[name] ?? 0;
    if (high > 1 && !Number.isInteger(value)) refuse(`knob ${name} is ${value}; it must be a whole number`);
  }
  return values;
}

function refuse(why: string): never {
  throw new Fault('bem/bad-knob', why);
}
