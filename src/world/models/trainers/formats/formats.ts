import { Fault } from '#foundation/kernel';
import { axolotl, llamaFactory, openaiPreference, verl } from './chat-formats.ts';
import type { TrainingFormat } from './training-format.ts';
import { trlDpo, trlGrpo, trlKto, trlReward, trlSft } from './trl.ts';

/** Every format that pairs can be written in. */
export const trainingFormats: readonly TrainingFormat[] = [
  trlDpo,
  trlKto,
  trlGrpo,
  trlReward,
  trlSft,
  openaiPreference,
  llamaFactory,
  axolotl,
  verl,
];

/** The format of this name. */
export function findTrainingFormat(name: string): TrainingFormat {
  const found = trainingFormats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const names = trainingFormats.map((format) => format.name).join(', ');
  throw new Fault('models/unknown-format', `no trainer reads ${name}; there are ${names}`);
}
