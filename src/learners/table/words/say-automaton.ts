import type { Term } from '#learners/machine/terms';

/** An automaton that reads a list, as it stands in a term: a table of answers over the last state of a walk with a table of steps. */
interface Automaton {
  readonly list: string;
  readonly start: number;
  /** From state and item to the next state; what has none leads to `otherwise`. */
  readonly steps: readonly { readonly state: number; readonly item: number; readonly to: number }[];
  readonly otherwise: number;
  readonly answers: ReadonlyMap<number, number>;
}

/** Keys of steps: state · 256 + item. */
const BASE = 256;

/** The lines of a rule that is an automaton: what each state does with each item. Nothing for any other rule. */
export function sayAutomaton(term: Term, said: (answer: number) => string): readonly string[] | undefined {
  const automaton = automatonOf(term);
  if (automaton === undefined) return undefined;
  const { list, start, steps, otherwise, answers } = automaton;
  const states = [...new Set([start, ...steps.flatMap(({ state, to }) => [state, to]), otherwise])].sort(
    (a, b) => a - b,
  );
  const items = [...new Set(steps.map(({ item }) => item))].sort((a, b) => a - b);
  const nameOf = namesOf(states, answers, said);
  const toOf = (state: number, item: number): number =>
    steps.find((step) => step.state === state && step.item === item)?.to ?? otherwise;
  const lines = states.flatMap((state) => {
    const told = states.flatMap((to) => {
      const some = to === state ? [] : items.filter((item) => toOf(state, item) === to);
      return some.length === 0 ? [] : [`${some.join(', ')} → ${nameOf(to)}`];
    });
    return told.length === 0 ? [] : [`in ${nameOf(state)}: ${told.join('; ')}`];
  });
  return [
    `what a state gives that is kept along ${list}, at first ${nameOf(start)}`,
    ...lines,
    `any other item leaves it as it is; one that no row had leads to ${nameOf(otherwise)}`,
    ...states
      .filter((state) => !isNamedByAnswer(state, answers))
      .map((state) => `${nameOf(state)} gives ${said(answers.get(state)!)}`),
  ];
}

function isNamedByAnswer(state: number, answers: ReadonlyMap<number, number>): boolean {
  const own = answers.get(state);
  return [...answers].filter(([, answer]) => answer === own).length === 1;
}

/** A state is called by its answer where no other state gives it, else by its number. */
function namesOf(
  states: readonly number[],
  answers: ReadonlyMap<number, number>,
  said: (answer: number) => string,
): (state: number) => string {
  return (state) =>
    isNamedByAnswer(state, answers) ? `"${said(answers.get(state)!)}"` : `state ${states.indexOf(state) + 1}`;
}

function automatonOf(term: Term): Automaton | undefined {
  if (term.is !== 'table' || term.of.is !== 'call' || term.of.name !== 'last') return undefined;
  const [walk] = term.of.args;
  if (walk?.is !== 'each' || walk.name !== 'scan' || walk.list.is !== 'column' || walk.body.is !== 'table')
    return undefined;
  const { body, start } = walk;
  if (body.of.is !== 'call' || body.of.args[0]?.is !== 'before' || body.of.args[1]?.is !== 'item') return undefined;
  return {
    list: walk.list.name,
    start: start?.is === 'word' ? start.value : 0,
    steps: body.entries.map(([key, to]) => ({ state: Math.floor(key / BASE), item: key % BASE, to })),
    otherwise: body.otherwise,
    answers: new Map(term.entries),
  };
}
