import { Fault } from '#kernel';
import { WorldData } from './world-data.ts';
import easy from './worlds/easy.json' with { type: 'json' };
import hostile from './worlds/hostile.json' with { type: 'json' };
import interacting from './worlds/interacting.json' with { type: 'json' };
import plateau from './worlds/plateau.json' with { type: 'json' };
import small from './worlds/small.json' with { type: 'json' };

/** The worlds that come with Pawl. */
export const simulatedWorlds: readonly WorldData[] = [easy, hostile, small, interacting, plateau].map((data) =>
  WorldData.parse(data),
);

export function findSimulatedWorld(name: string): WorldData {
  const found = simulatedWorlds.find((world) => world.name === name);
  if (found !== undefined) return found;
  const names = simulatedWorlds.map((world) => world.name).join(', ');
  throw new Fault('models/unknown-world', `there is no simulated world ${JSON.stringify(name)}, only ${names}`);
}
