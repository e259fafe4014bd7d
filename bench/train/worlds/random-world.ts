import { createRng } from '#foundation/kernel';
import { spokenWorld, type SpokenWorldData } from './spoken-world-data.ts';

/** A world of the report's language drawn at random: other sizes, other noise, another reflector. The same seed gives the same world. */
export function drawWorld(seed: number): SpokenWorldData {
  const rng = createRng(`simulated/random/${seed}`);
  const between = (low: number, high: number): number => Math.round((low + (high - low) * rng.float()) * 1000) / 1000;
  const rules = rng.int(6, 20);
  return spokenWorld(`random-${seed}`, 'drawn at random', 'report', {
    rules,
    zipf: between(0.3, 1.3),
    tagsPerTask: [1, between(0, 1.5), between(0, 1)],
    guess: between(0.1, 0.45),
    slip: between(0, 0.15),
    dilution: between(0.96, 1),
    hint: between(0.4, 1),
    known: rng.int(0, Math.floor(rules / 2)),
    splits: { train: rng.int(20, 120), validation: rng.int(16, 100), test: 120 },
    reflector: {
      insights: rng.int(1, 4),
      wrong: between(0, 0.5),
      useless: between(0, 0.9),
      neutral: between(0, 0.3),
      forget: between(0, 0.15),
    },
    language: {
      typed: rng.chance(0.3) ? between(0.1, 0.4) : 0,
      broad: between(0.2, 0.6),
      joint: between(0, 0.3),
      repeats: between(0.2, 0.8),
      evidence: between(0.4, 0.9),
      isGraded: rng.chance(0.3),
      slips: [0, between(0, 0.5)],
      prose: between(0, 0.6),
      badMerge: between(0, 0.6),
    },
  });
}
