import { readFileSync } from 'node:fs';
import { Fault } from '#foundation/kernel';
import { WorldData } from './world-data.ts';

const names = ['easy', 'hostile', 'small', 'interacting', 'plateau'] as const;

/** The worlds that come with Pawl. */
export const simulatedWorlds: readonly WorldData[] = names.map((name) =>
  WorldData.parse(JSON.parse(readFileSync(new URL(`./worlds/${name}.json`, import.meta.url), 'utf8'))),
);

export function findSimulatedWorld(name: string): WorldData {
  const found = simulatedWorlds.find((world) => world.name === name);
  if (found !== undefined) return found;
  const known = names.join(', ');
  throw new Fault('models/unknown-world', `there is no simulated world ${JSON.stringify(name)}, only ${known}`);
}
