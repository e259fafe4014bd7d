import { createRng } from '#foundation/kernel';
import { spokenWorld, type SpokenWorldData } from './spoken-world-data.ts';

interface Draws {
  /** A share between two, to three places. */
  readonly share: (low: number, high: number) => number;
  readonly count: (low: number, high: number) => number;
}

/** Worlds of the report whose figures nobody has chosen: each is drawn from a stream of its own name, between wide bounds. */
export const drawnWorlds: readonly SpokenWorldData[] = [
  drawn('repeated', 'the same wrong rules in ever new words', ({ share, count }) => ({
    rules: count(9, 13),
    zipf: share(0.7, 1.1),
    reflector: { wrong: share(0, 0.15), useless: share(0.3, 0.7) },
    language: { systematic: share(0.3, 0.5), isReworded: true, badMerge: share(0.2, 0.6) },
  })),
  drawn('linked', 'rules that need each other', ({ share, count }) => ({
    rules: count(9, 13),
    links: count(3, 5),
    reflector: { wrong: share(0.1, 0.2) },
    language: { isReworded: true },
  })),
  drawn('conflicting', 'rules that contradict each other by kind of task', ({ share, count }) => ({
    rules: count(7, 9),
    links: count(1, 3),
    language: { typed: share(0.3, 0.5), broad: share(0.3, 0.6), isReworded: true },
  })),
  drawn('crowded', 'every line costs attention', ({ share, count }) => ({
    rules: count(10, 14),
    dilution: share(0.95, 0.98),
    reflector: { useless: share(0.6, 0.9) },
    language: { crowding: share(0.993, 0.997), isReworded: true },
  })),
  drawn('drifting', 'a judge whose errors come and go', ({ share, count }) => ({
    rules: count(10, 14),
    reflector: { wrong: share(0.1, 0.25) },
    language: { drift: { most: share(0.2, 0.35), period: count(120, 320) }, isReworded: true },
  })),
  drawn('sixty', 'sixty rules', ({ share, count }) => ({
    rules: 60,
    zipf: share(0.9, 1.1),
    splits: { train: count(140, 180), validation: count(70, 90), test: 120 },
  })),
  drawn('dozen', 'twelve training tasks', ({ share, count }) => ({
    rules: count(5, 6),
    zipf: share(0.6, 1),
    splits: { train: 12, validation: count(18, 24), test: 60 },
    language: { isReworded: true },
  })),
];

function drawn(
  name: string,
  about: string,
  figures: (draws: Draws) => Parameters<typeof spokenWorld>[3],
): SpokenWorldData {
  const rng = createRng(`spoken/report/${name}`);
  const share = (low: number, high: number): number => Math.round((low + (high - low) * rng.float()) * 1000) / 1000;
  return spokenWorld(`report/${name}`, about, 'report', figures({ share, count: (low, high) => rng.int(low, high) }));
}
