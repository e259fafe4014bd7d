import type { Suite } from './suite.ts';

/** What a result says first whose learner no command of a user runs. */
export const ownLearnerNote = 'This measures a learner of this benchmark; pawl evolve does not race it.';

/** What a result says first whose learner is the counters. */
export const countersNote = 'This measures the counters of pawl lm eval; pawl evolve does not race them.';

/** A benchmark whose result says something first. */
export function withNote(note: string, load: () => Promise<Suite>): () => Promise<Suite> {
  return async () => {
    const suite = await load();
    return {
      async run(options) {
        const result = await suite.run(options);
        return { ...result, notes: [note, ...result.notes] };
      },
    };
  };
}
