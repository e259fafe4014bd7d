/** What one unit of work has booked so far. It begins with the state before the unit; `apply` folds its changes over that state. */
export interface Book<State, Change> {
  /** The state after what was booked. */
  readonly state: State;
  readonly changes: readonly Change[];
  write(change: Change): void;
}

/** Opens the book of a unit; `next` is the one function that makes a state out of a state and a change. */
export function openBook<State, Change>(
  before: State,
  next: (state: State, change: Change) => State,
): Book<State, Change> {
  let state = before;
  const changes: Change[] = [];
  return {
    get state() {
      return state;
    },
    changes,
    write(change) {
      changes.push(change);
      state = next(state, change);
    },
  };
}
