import type { Json } from '#foundation/contracts';
import type { Progress } from '#foundation/contracts/ports';
import { LearnConfig, type LearnSummary, type Table, tableLearner } from '#learners/table';
import { createStopwatch, type Ends } from '#ratchet/budget';
import { practise } from '#ratchet/learner';
import { type Ended, openRun, type OpenedRun, type Over, type RunBooks } from '#ratchet/open-run';
import { memoryBooks } from './memory-books.ts';
import { systemTimer } from './system-timer.ts';

/** Everything that a run of learn is made of. */
export interface LearningParts {
  readonly seed: number;
  readonly config: LearnConfig;
  readonly table: Table;
  /** The run to take up again; a new one is begun unless told. */
  readonly resume?: string | undefined;
}

/** What a caller may add to a run; its result depends on what ends it alone, and that is recorded. */
export interface LearningPorts extends Ends {
  readonly progress?: Progress;
  readonly over?: Over;
}

/** A run of learn that was opened. */
export interface Learning extends Pick<OpenedRun, 'run' | 'isDone'> {
  learn(ports?: LearningPorts): Promise<LearnSummary & Ended>;
}

/** The one place where a run of learn is put together. */
export function openLearning({ seed, config, table, resume }: LearningParts, books: RunBooks = memoryBooks): Learning {
  const read = (stored: Json): LearnConfig => LearnConfig.parse(stored);
  const same = ({ source, file: _file, ...settings }: LearnConfig) => ({ settings, rows: source });
  const opened = openRun({ learner: 'learn', seed, config, read, same, resume }, books);
  return {
    run: opened.run,
    isDone: opened.isDone,
    learn: ({ over, progress = () => undefined, ...ends } = {}) =>
      opened.conduct(systemTimer, over, async ({ journal, timer }) => {
        const stopwatch = createStopwatch(journal, timer, ends);
        const summary = await practise(tableLearner({ table, config, seed }, { journal, progress, stopwatch }));
        return { summary, kept: summary };
      }),
  };
}
