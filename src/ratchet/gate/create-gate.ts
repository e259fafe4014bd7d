import { Fault, type Rng } from '#foundation/kernel';
import type { Gate } from './gate.ts';
import { GateConfig, gateDefaults, gateRow, type GateSetup } from './gates.ts';
import { fewestTasks, measurePower } from './measure-power.ts';
import type { TaskTypes } from './trials/watch-types.ts';

/** What the gate of a run is made with. */
export interface GateSettings extends GateConfig {
  /** The ids of the validation tasks. */
  readonly tasks: readonly string[];
  /** Their types, where there are any: a candidate that is worse on one is refused. */
  readonly types?: TaskTypes;
}

/** Tasks that the power of a gate is played with: more change no digit that is shown, and take a minute. */
const MOST_PLAYED = 1000;

/**
 * Makes the gate of a run, or restores it from its own snapshot.
 *
 * @source own
 */
export function createGate(settings: GateSettings, rng: Rng, snapshot?: unknown): Gate {
  const setup = fullSetup(settings);
  const { certifies, isTested, mayTellScores, acceptsAll, ...row } = gateRow(settings);
  return {
    kind: settings.kind ?? gateDefaults.kind,
    certifies,
    isTested,
    mayTellScores,
    acceptsAll,
    ...row.make(setup, rng, snapshot),
    before: (score) =>
      measurePower(
        { tasks: setup.tasks, alpha: row.firstLevel(setup) },
        (stream) => row.make({ ...setup, tasks: setup.tasks.slice(0, MOST_PLAYED) }, stream, undefined),
        rng.fork('power'),
        score,
      ),
  };
}

/**
 * Validation tasks with which a gate of these defaults finds a gain 80 % of the time from 0.5, as `tasksToFind` played them.
 *
 * @source `gate.long.ts` plays them again
 */
export const usualNeeds: readonly { readonly gain: number; readonly tasks: number }[] = [
  { gain: 0.05, tasks: 200 },
  { gain: 0.1, tasks: 60 },
  { gain: 0.2, tasks: 25 },
];

/** The fewest validation tasks with which a run of these settings finds a gain 80 % of the time, of sizes up to 320; null where more are needed. */
export function tasksToFind(gain: number, settings: GateConfig, rng: Rng, score?: number): number | null {
  return fewestTasks(gain, (tasks, stream) => createGate({ ...settings, tasks }, stream), rng.fork('fewest'), score);
}

function fullSetup({ tasks, types, ...config }: GateSettings): GateSetup {
  const { success, data } = GateConfig.safeParse(config);
  if (!success || new Set(tasks).size !== tasks.length) {
    const details = { tasks: tasks.length, ...config };
    throw new Fault('gate/bad-settings', 'a gate cannot work with these settings', { details });
  }
  const told = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return { ...gateDefaults, ...told, tasks, ...(types === undefined ? {} : { types }) };
}
