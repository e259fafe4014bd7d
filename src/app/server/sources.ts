import type { StoreReader } from '#world/store';
import type { ServerPorts } from './ports.ts';
import { EvolveFold } from './views/evolve-view.ts';
import { Folds } from './views/folds.ts';
import { QuestionBooks } from './views/question-books.ts';
import { RolloutPlaces } from './views/rollout-places.ts';
import { RolloutRows } from './views/rollouts-view.ts';
import { RunViews } from './views/run-view.ts';
import { SelfPlayFold } from './views/self-play-view.ts';
import { SkillFold } from './views/skill-view.ts';

/** What is served. */
export interface Served {
  readonly store: StoreReader;
  readonly ports: ServerPorts;
  readonly version: string;
  readonly workspace: string;
}

/** What the answers are made from: the store, and what was read from it before. */
export interface Sources extends Served {
  readonly views: RunViews;
  readonly books: QuestionBooks;
  readonly rollouts: RolloutRows;
  readonly places: RolloutPlaces;
  readonly skills: Folds<SkillFold>;
  readonly evolves: Folds<EvolveFold>;
  readonly plays: Folds<SelfPlayFold>;
}

export function sourcesOf(served: Served): Sources {
  const { store, workspace } = served;
  const books = new QuestionBooks(store);
  return {
    ...served,
    books,
    views: new RunViews(store, workspace),
    rollouts: new RolloutRows(store),
    places: new RolloutPlaces(store),
    skills: new Folds(store, (config) => new SkillFold(config)),
    evolves: new Folds(store, () => new EvolveFold()),
    plays: new Folds(store, () => new SelfPlayFold(books)),
  };
}
