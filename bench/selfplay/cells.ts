import { patternForm } from '#learners/model/selfplay';
import type { QuestionForm } from '#foundation/contracts/self-play';
import { practiceForms, type WorldPlan } from '#world/models/practice';
import type { loadPracticeWorlds } from '#world/models';
import { crossedOrders } from './worlds/crossed-orders.ts';
import { nestedCalls } from './worlds/nested-calls.ts';
import { taggedWords } from './worlds/tagged-words.ts';

type Worlds = Awaited<ReturnType<typeof loadPracticeWorlds>>;
export type World = ReturnType<Worlds['createPracticeWorld']>;

/** A world, as much as may be judged in it, and what a start checkpoint is schooled on. */
interface CellOf {
  readonly title: string;
  /** Worlds of one name share their start checkpoints. */
  readonly name: string;
  readonly isScarce: boolean;
  readonly judgeCalls: number;
  /** Questions of the examination per kind. */
  readonly perFamily: number;
  readonly corpus: { readonly count: number; readonly wrong: number };
  readonly form: () => QuestionForm;
  readonly world: (worlds: Worlds, seed: number) => World;
}

/** Hundreds of kinds of which few can be judged, and a tenth of the judge calls. */
function scarce(title: string, plan: WorldPlan): CellOf {
  return {
    title,
    name: plan.name,
    isScarce: true,
    judgeCalls: 4800,
    perFamily: 6,
    corpus: { count: 12_000, wrong: 0.5 },
    form: () => formOf(plan),
    world: (worlds, seed) => worlds.createWorld(plan, seed, 'scarce'),
  };
}

/** Twelve kinds, two thirds of which or all can be judged. */
function plenty(title: string, name: 'first' | 'second', noise: 'by-family' | 'homogeneous'): CellOf {
  return {
    title,
    name,
    isScarce: false,
    judgeCalls: 48_000,
    perFamily: 30,
    corpus: { count: 3600, wrong: 0.5 },
    form: () => patternForm(practiceForms[name]),
    world: (worlds, seed) => worlds.createPracticeWorld(name, seed, noise),
  };
}

/** A pattern form whose kinds are read as the plan of the world reads them. */
function formOf(plan: WorldPlan): QuestionForm {
  return {
    ...patternForm({}),
    id: plan.name,
    read(text) {
      const question = text.trim();
      const kind = plan.kindOf(question);
      return kind === undefined ? { fault: 'malformed' } : { question, kind };
    },
  };
}

/** Defaults were chosen on the first and on the fourth; the others were looked at by nobody before their report. */
export const cells: readonly CellOf[] = [
  scarce('scarce, for development: tagged words', taggedWords()),
  scarce('scarce, report: nested calls', nestedCalls()),
  scarce('scarce, report: crossed orders', crossedOrders()),
  plenty('judge good at most families', 'first', 'by-family'),
  plenty('second world', 'second', 'by-family'),
  plenty('judge equally good at all', 'first', 'homogeneous'),
];
export type Cell = CellOf;
