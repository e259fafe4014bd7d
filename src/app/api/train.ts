import { type TrainPorts, type TrainSettings, usualSettings } from '#learners/skill/train';
import { openTraining, type Trained, type TrainingParts } from './open-training.ts';
import { withBooks } from './with-books.ts';

export interface TrainOptions extends Omit<TrainingParts, 'settings' | 'model' | 'from'> {
  /** Over the usual ones. */
  readonly settings?: Partial<TrainSettings>;
  /** Where the run is stored; in memory alone unless told. */
  readonly workspace?: string;
  readonly watch?: TrainPorts['watch'];
  readonly shouldStop?: TrainPorts['shouldStop'];
}

/** Trains a skill from a program; the summary holds the best skill, the scores and why each rule is there. */
export function train({ settings, workspace, watch, shouldStop, ...parts }: TrainOptions): Promise<Trained> {
  return withBooks(workspace, (books) =>
    openTraining({ ...parts, settings: { ...usualSettings, ...settings } }, books).train({
      ...(watch === undefined ? {} : { watch }),
      ...(shouldStop === undefined ? {} : { shouldStop }),
    }),
  );
}
