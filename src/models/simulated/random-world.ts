import { createRng } from '#kernel';
import { findSimulatedWorld } from './named-worlds.ts';
import { WorldData } from './world-data.ts';

/** A world drawn at random around the named ones: other sizes, other noise, another reflector. The same seed gives the same world. */
export function drawWorld(seed: number): WorldData {
  const rng = createRng(`simulated/random/${seed}`);
  const between = (low: number, high: number): number => Math.round((low + (high - low) * rng.float()) * 1000) / 1000;
  const easy = findSimulatedWorld('easy');
  const rules = rng.int(6, 20);
  return WorldData.parse({
    ...easy,
    name: `random-${seed}`,
    about: 'drawn at random',
    rules,
    zipf: between(0.3, 1.3),
    tagsPerTask: [1, between(0, 1.5), between(0, 1)],
    guess: between(0.1, 0.45),
    slip: between(0, 0.15),
    dilution: between(0.96, 1),
    hint: between(0.4, 1),
    known: rng.int(0, Math.floor(rules / 2)),
    links: rng.chance(0.3) ? rng.int(1, Math.floor(rules / 2)) : 0,
    splits: { train: rng.int(20, 120), validation: rng.int(16, 100), test: 120 },
    reflector: {
      insights: rng.int(1, 4),
      wrong: between(0, 0.5),
      useless: between(0, 0.9),
      neutral: between(0, 0.3),
      forget: between(0, 0.15),
    },
  });
}
