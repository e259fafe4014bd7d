import { openBook } from '#ratchet/learner';
import { type EpochBook, epochBook } from './epoch-book.ts';
import type { Pages } from './pages.ts';
import { type StepBook, stepBook } from './step-book.ts';
import type { TrainState } from './train-state.ts';
import { type TrialBook, trialBook } from './trial-book.ts';

/** What can be booked, by name. */
export interface Entries extends StepBook, TrialBook, EpochBook {}

/** Something that happened, as data: what kind of thing, and what is to be known of it. */
export type TrainChange = {
  readonly [Kind in keyof Entries]: { readonly kind: Kind; readonly entry: Parameters<Entries[Kind]> };
}[keyof Entries];

function entriesOf(pages: Pages): Entries {
  return { ...stepBook(pages), ...trialBook(pages), ...epochBook(pages) };
}

/** The one function that makes the next state of a run: to replay a run is to fold it over what was booked. Pure: it writes on a copy. */
export function bookChange(state: TrainState, { kind, entry }: TrainChange): TrainState {
  const pages: Pages = { ...state };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kind and entry belong together, which TypeScript does not follow
  (entriesOf(pages)[kind] as (...of: typeof entry) => void)(...entry);
  return pages;
}

/** What a unit of work has booked so far, and the state after it. Stages return data, and the unit has it booked here. */
export interface TrainBook extends Entries {
  readonly state: TrainState;
  readonly changes: readonly TrainChange[];
}

export function createBook(before: TrainState): TrainBook {
  const book = openBook(before, bookChange);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind of entry has its writer
  const writers = Object.fromEntries(
    Object.keys(entriesOf({ ...before })).map((kind) => [
      kind,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a writer takes the entries of its own kind
      (...entry: unknown[]) => book.write({ kind, entry } as unknown as TrainChange),
    ]),
  ) as unknown as Entries;
  return {
    ...writers,
    get state() {
      return book.state;
    },
    changes: book.changes,
  };
}
