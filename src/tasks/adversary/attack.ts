import { createRng } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { drawAt } from '../play/sample.ts';
import { type Setting, settingOf } from '../settings/seed-path.ts';
import { collectExamples, lessonOf } from './examples.ts';
import { followRewards, type Fuzz, remember, type Watcher, winStay } from './memory-policies.ts';
import { type HeldOut, heldOutTasks, type HeldOutTask, type Player, playHeldOut } from './play-held-out.ts';
import { learnPredictors, type Learned, type Predictor } from './predictors.ts';

/** How much the adversary may do, in instances and steps. */
export interface Effort {
  /** Instances whose oracle is watched. */
  readonly train: number;
  /** Instances that are played, fewer where episodes are long: a player makes about `steps` steps. */
  readonly heldOut: number;
  readonly steps: number;
  /** What instances are drawn and predictors begin with; the levels were tuned under `adversary`. */
  readonly seed?: string;
}

/** Under this one levels and baselines were settled. */
export const SEED = 'adversary';

/** What the command draws from: nothing was settled under it. What it shows is declared for another seed, which is then looked at for the first time. */
export const REPORT_SEED = 'report-2';

/** What the command spends on a level, and what a test can afford. */
export const efforts = {
  full: { train: 2000, heldOut: 1000, steps: 6000 },
  quick: { train: 400, heldOut: 200, steps: 1500 },
} as const satisfies Record<string, Effort>;

/** How one cheap player did on held-out instances. */
export interface Attempt extends HeldOut {
  readonly player: string;
  /** A predictor must stay near chance; every player must stay below the optimum. */
  readonly isCheap: boolean;
}

/** Everything that was tried on one level. */
export interface LevelAttack {
  readonly level: number;
  readonly attempts: readonly Attempt[];
}

const FEWEST = 24;
/** Of longer episodes (compositions) few are played, and only by players that look at bits: their bases are attacked for themselves. */
const LONG = 1500;
const FEWEST_LONG = 6;
const CONSTANTS = 16;

/** Trains the fixed set of cheap predictors on one level and plays them, the template's own rivals and the fuzzed set on held-out instances. */
export function attackLevel(template: AnyTemplate, level: number, effort: Effort): LevelAttack {
  const setting = settingOf(template, level);
  const seed = effort.seed ?? SEED;
  const path = `${seed}/${template.name}/${level}`;
  const isLong = template.maxSteps(setting.params) > LONG;
  const examples = collectExamples(template, setting, isLong ? Math.min(200, effort.train) : effort.train, seed);
  const lesson = lessonOf(examples);
  const face = template.bits(setting.params);
  const learned = learnPredictors(lesson, face.action, path);
  const longest = 1 + Math.max(...examples.map(({ step }) => step));
  // A cheap player often wanders until time is up, so the limit counts as well as what the oracle needs.
  const limit = template.maxSteps(setting.params);
  const tasks = heldOutTasks(template, setting, countFor(effort, Math.max(longest, limit / 2)), seed);
  const attempts: Attempt[] = [];
  const attempt = (player: string, isCheap: boolean, playerOf: (task: HeldOutTask, index: number) => Player): void => {
    attempts.push({ player, isCheap, ...playHeldOut(template, tasks, playerOf) });
  };
  const constant = bestConstant({ template, setting, seed }, lesson.actions, Math.min(60, tasks.length));
  attempt('constant', true, () => ({ act: () => constant }));
  for (const predictor of learned.predictors) {
    if (limit > LONG && predictor.needsRow) continue;
    attempt(predictor.name, true, () => memoryless(predictor, learned, face.observation));
  }
  for (const name of Object.keys(template.rivals?.(tasks[0]!.instance) ?? {})) {
    attempt(name, true, ({ instance }) => template.rivals!(instance)[name]!);
  }
  const fuzzed: Readonly<Record<string, (fuzz: Fuzz) => Watcher>> =
    template.shape === 'episode' ? { 'win-stay': winStay, 'follow rewards': followRewards, remember } : {};
  for (const [name, make] of Object.entries(fuzzed)) {
    attempt(name, false, (_, index) =>
      make({ template, params: setting.params, rng: createRng(`${path}/${name}/${index}`) }),
    );
  }
  attempt('careless oracle', false, ({ instance }, index) =>
    careless(template, setting, instance, `${path}/careless/${index}`),
  );
  return { level, attempts };
}

function countFor({ heldOut, steps }: Effort, longest: number): number {
  const fewest = longest > LONG / 2 ? FEWEST_LONG : FEWEST;
  return Math.max(Math.min(fewest, heldOut), Math.min(heldOut, Math.floor(steps / longest)));
}

/** The oracle with one action in eight replaced by a random one: near the best play, where an optimum that is too low would show. */
function careless(template: AnyTemplate, { params }: Setting, instance: unknown, path: string): Player {
  const oracle = template.oracle(instance);
  const rng = createRng(path);
  return {
    act(observation) {
      const action = oracle.act(observation);
      return rng.chance(0.125) ? template.randomAction(observation, rng, params) : action;
    },
  };
}

function memoryless(predictor: Predictor, { columns }: Learned, codec: { encode(value: unknown): Uint8Array }): Player {
  const none = new Float32Array(0);
  let step = 0;
  return {
    act(observation) {
      const seen = { observation, bits: codec.encode(observation) };
      const action = predictor.act(seen, step, predictor.needsRow ? columns.row(seen) : none);
      step += 1;
      return action;
    },
  };
}

/** The best of the oracle's most frequent actions and of some random ones, by its return on training instances. */
function bestConstant(
  { template, setting, seed }: { readonly template: AnyTemplate; readonly setting: Setting; readonly seed: string },
  common: readonly unknown[],
  count: number,
): unknown {
  const rng = createRng(`${seed}/constant/${template.name}/${setting.setting}`);
  const draws = Array.from({ length: count }, (_, index) => drawAt(template, setting, { seed, index, split: 'train' }));
  const first = template.start(draws[0]!.instance).observe();
  const drawn = Array.from({ length: CONSTANTS / 2 }, () => template.randomAction(first, rng, setting.params));
  const steps = template.maxSteps(setting.params);
  let best: { action: unknown; total: number } | undefined;
  for (const action of [...common.slice(0, CONSTANTS / 2), ...drawn]) {
    const actions = Array.from({ length: Math.min(steps, 4096) }, () => action);
    const total = draws.reduce((sum, { instance }) => sum + template.verify(instance, actions).reward, 0);
    if (best === undefined || total > best.total) best = { action, total };
  }
  return best?.action;
}
