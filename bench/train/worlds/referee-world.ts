import type { z } from 'zod';
import type { ModelClient } from '#foundation/contracts/ports';
import {
  createSimulatedOptimizer,
  createSimulatedWorld,
  type SimulatedWorld,
  WorldData,
} from '#world/models/simulated';
import { LanguageData } from './language-data.ts';
import { createSpokenOptimizer } from './spoken-optimizer.ts';
import { createSpokenWorld } from './spoken-world.ts';
import { isSpoken } from './spoken-world-data.ts';

/** A world of the referee, as data: without a language its rules have one wording, and it is a simulated world that a user can name. */
export const RefereeWorld = WorldData.extend({ language: LanguageData.optional() });
export type RefereeWorld = z.infer<typeof RefereeWorld>;

/** One draw of a world. */
export function createRefereeWorld(data: RefereeWorld, seed: number): SimulatedWorld {
  if (isSpoken(data)) return createSpokenWorld(data, seed);
  const { language: _none, ...plain } = data;
  return createSimulatedWorld(plain, seed);
}

/** The optimizer of a world. */
export function createRefereeOptimizer(data: RefereeWorld, seed: number): ModelClient {
  return isSpoken(data) ? createSpokenOptimizer(data, seed) : createSimulatedOptimizer(data, seed);
}
