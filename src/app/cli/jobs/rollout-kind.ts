import { z } from 'zod';
import { isEnvironment } from '#app/api';
import { Json, Outcome } from '#foundation/contracts';
import type { Dispatcher, JobKind } from '#foundation/contracts/ports';
import { SkillFiles, SkillTask, type SkillWorld } from '#foundation/contracts/skills';
import { Fault, type Hash, hashOf } from '#foundation/kernel';
import { buildRoles } from '../skill/build-world.ts';
import { TrainConfig } from '../skill/train-config.ts';
import { callLane } from './call-lane.ts';

/** A world that another machine builds again: what decides a score, as the configuration has it. */
const SentWorld = z.strictObject({
  /** Null where the configuration holds functions: the worker then needs the same file. */
  config: Json.nullable(),
  seed: z.int(),
  lane: z.string(),
  /** What both must come to. */
  fingerprint: z.string(),
});
type SentWorld = z.infer<typeof SentWorld>;

const Rollout = z.strictObject({
  world: SentWorld,
  task: SkillTask,
  skill: SkillFiles,
  repeat: z.int().min(0),
  mayShowFeedback: z.boolean(),
});
type Rollout = z.infer<typeof Rollout>;

/** What a machine has that rolls out for others: its own keys, its folder, and its own configuration where it was given one. */
export interface CallPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly own?: TrainConfig | undefined;
}

const mostWorlds = 8;

/** One try of a skill on a task. */
export function createRolloutKind(place: CallPlace): JobKind<Rollout, Outcome> {
  const worlds = new Map<Hash, SkillWorld>();
  const worldOf = (sent: SentWorld): SkillWorld => {
    const key = hashOf(sent);
    const world = worlds.get(key) ?? buildWorld(sent, place);
    if (!worlds.has(key) && worlds.size >= mostWorlds) worlds.delete([...worlds.keys()][0]!);
    worlds.set(key, world);
    return world;
  };
  return {
    kind: 'train/rollout',
    inputs: Rollout,
    result: Outcome,
    lane: ({ world }) => world.lane,
    isKept: ({ kind }) => kind === 'scored',
    run: ({ world, ...request }, { signal }) => worldOf(world).rollout(request, signal),
  };
}

function buildWorld({ config, seed, fingerprint }: SentWorld, { env, folder, own }: CallPlace): SkillWorld {
  if (config === null && own === undefined) {
    throw new Fault('dispatch/no-config', 'the world of these rollouts is a program of its own');
  }
  const asked = config === null ? own! : TrainConfig.parse(config);
  const { world } = buildRoles(asked, { folder, seed, env, onlyWorld: true });
  if (fingerprintOf(world) !== fingerprint) {
    throw new Fault(
      'dispatch/other-world',
      'scores made here would not be those of the run: another version or another configuration',
    );
  }
  return world;
}

function fingerprintOf({ fingerprint }: SkillWorld): Hash {
  return hashOf(fingerprint);
}

/** What of a configuration decides how a rollout goes. */
const worldKeys = [
  'sizes',
  'scorer',
  'target',
  'optimizer',
  'judge',
  'agent',
  'agentCeiling',
  'maxTokens',
  'promptCeiling',
  'temperature',
  'limits',
  'concurrency',
] as const satisfies readonly (keyof TrainConfig)[];

/** A world whose rollouts are done wherever a worker takes them. */
export function queuedWorld(
  world: SkillWorld,
  { config, seed }: { readonly config: TrainConfig; readonly seed: number },
  dispatcher: Dispatcher,
): SkillWorld {
  const { tasks, agent, target } = config;
  const teach = typeof tasks === 'string' && tasks.startsWith('teach:') ? { tasks } : {};
  const sent: SentWorld = {
    config: isEnvironment(tasks)
      ? null
      : Json.parse(
          JSON.parse(JSON.stringify({ ...Object.fromEntries(worldKeys.map((key) => [key, config[key]])), ...teach })),
        ),
    seed,
    lane: isEnvironment(tasks)
      ? 'calls-own'
      : agent === undefined
        ? callLane(target ?? 'simulated')
        : `calls-${agent.agent}`,
    fingerprint: fingerprintOf(world),
  };
  const kind = createRolloutKind({ env: {}, folder: '.' });
  return {
    ...world,
    tasks: (split) => world.tasks(split),
    rollout: ({ task, skill, repeat, mayShowFeedback }, signal) =>
      dispatcher.run(kind, { world: sent, task, skill, repeat, mayShowFeedback }, { signal }),
  };
}
