import { z } from 'zod';
import { hashOf } from '#foundation/kernel';
import { RefereeWorld } from './worlds/referee-world.ts';
import { type Contestant, playRuns } from './play-runs.ts';
import type { PlannedRun, PlayedRun } from './referee.ts';

/** Text files by name, for runs that were played before. */
export interface KeptRuns {
  read(name: string): string | undefined;
  write(name: string, text: string): void;
  /** Plays nothing: what was not played before stays unplayed. */
  readonly isClosed?: boolean;
}

/** Played runs as they are written down. */
export const Played = z.array(
  z.object({
    world: RefereeWorld,
    seed: z.int(),
    rollouts: z.int(),
    name: z.string(),
    path: z.array(z.object({ rollouts: z.int(), truth: z.number() })),
    used: z.int(),
    completions: z.int(),
    dollars: z.number(),
    truth: z.number(),
    possible: z.number(),
    harmful: z.int(),
    lines: z.int(),
    isChanged: z.boolean(),
    headline: z.number(),
    low: z.number(),
    high: z.number(),
    claimed: z.number().nullable(),
  }),
);

/** Plays runs, or takes those that the same competitor played before on the same plans. */
export async function playKept(
  contestant: Contestant,
  plans: readonly PlannedRun[],
  kept: KeptRuns,
  play: typeof playRuns = playRuns,
): Promise<readonly PlayedRun[]> {
  const name = `${contestant.name.replaceAll(/[^a-z0-9-]+/gu, '_')}-${hashOf([...plans]).slice(0, 12)}.json`;
  const known = kept.read(name);
  if (known !== undefined) return Played.parse(JSON.parse(known));
  if (kept.isClosed === true) return [];
  const runs = await play(contestant, plans);
  kept.write(name, JSON.stringify(runs));
  return runs;
}
