import { type TrainPorts, type TrainSettings, usualSettings } from '#learners/skill/train';
import { openStore } from '#world/store';
import { openTraining, type Trained, type TrainingParts } from './open-training.ts';

export interface TrainOptions extends Omit<TrainingParts, 'settings' | 'model' | 'from'> {
  /** Over the usual ones. */
  readonly settings?: Partial<TrainSettings>;
  /** Where the run is stored; in memory alone unless told. */
  readonly workspace?: string;
  readonly watch?: TrainPorts['watch'];
  readonly shouldStop?: TrainPorts['shouldStop'];
}

/** Trains a skill from a program; the summary holds the best skill, the scores and why each rule is there. */
export async function train(options: TrainOptions): Promise<Trained> {
  const { settings, workspace, watch, shouldStop, ...parts } = options;
  const store = workspace === undefined ? undefined : openStore(workspace);
  try {
    const training = openTraining({ ...parts, settings: { ...usualSettings, ...settings } }, store);
    return await training.train({
      ...(watch === undefined ? {} : { watch }),
      ...(shouldStop === undefined ? {} : { shouldStop }),
    });
  } finally {
    store?.close();
  }
}
