import type { Ask, Journal, ModelClient, Timer } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { createGate, gateRow } from '#ratchet/gate';
import { createRng, Fault } from '#foundation/kernel';
import { skillNames } from '#learners/skill/document';
import type { Optimizer } from '#learners/skill/optimizer';
import { type Budget, createStopwatch, type Stopwatch } from '#ratchet/budget';
import type { JudgingPorts } from '#learners/skill/judging';
import {
  ceilingOf,
  createAskAgent,
  createAsking,
  createRollouts,
  type ProposingAgent,
  type Tell,
} from '#ratchet/rollout';
import { sealTest } from './sealed-world.ts';
import { objectiveDefaults, type TrainSettings } from './settings.ts';
import { keepVersion } from './skill-version.ts';
import { createBook } from './state/book.ts';
import { createState, type TrainState } from './state/train-state.ts';
import { pickTasks } from './pick-tasks.ts';
import type { Remembering, TrainRun } from './train-run.ts';
import { typesOf } from './trial/judge.ts';
import { chooseStrategy } from './trial/choose-strategy.ts';
import type { SteeredRun } from './trial/strategy.ts';

/** What a run of training needs of the world. */
export interface TrainPorts {
  readonly journal: Journal;
  readonly world: SkillWorld;
  readonly optimizer: ModelClient;
  /** The coding agent of the proposer `agent`. */
  readonly agent?: ProposingAgent;
  /** Where a judge scores: it is measured before anything is learned from it. */
  readonly judging?: JudgingPorts;
  readonly timer: Timer;
  /** Told what is going on, for a live display; no decision depends on it. */
  readonly watch?: (stage: string, run: TrainRun) => void;
  /** Told before a failed call is tried again. */
  readonly tell?: Tell;
  /** The draft of an earlier run that this one goes on with: the skill with changes that were not decided. */
  readonly draft?: SkillFiles;
  /** Asked before each step; `true` ends the run as a spent budget does. */
  readonly shouldStop?: () => boolean;
}

/** What a run has from its first unit of work to its last; it remembers nothing. */
export interface Training {
  /** Before anything is learnt. */
  readonly initial: TrainState;
  /** A unit of work, which begins with what the run knows. */
  readonly unitOf: (known: TrainState) => SteeredRun;
}

/** Checks what was asked and puts the parts together; nothing is spent yet. */
export function createTraining(
  skill: SkillFiles,
  settings: TrainSettings,
  ports: TrainPorts,
  budget: Budget,
): Training {
  requireEdits(skill, settings);
  // For the watcher alone.
  let atWork: SteeredRun | undefined;
  const tell = (stage: string): void => {
    if (atWork !== undefined) ports.watch?.(stage, atWork);
  };
  const lasting = lastingParts(settings, ports, budget, tell);
  return {
    initial: createState(keepVersion(skill, 'skill_init', ports.journal)),
    unitOf(known) {
      const book = createBook(known);
      const run: SteeredRun = {
        ...lasting,
        book,
        get state() {
          return book.state;
        },
      };
      atWork = run;
      return run;
    },
  };
}

/** All that stays the same from unit to unit. */
// oxlint-disable-next-line max-params -- what is asked, with what, for how much, and who watches
function lastingParts(
  settings: TrainSettings,
  ports: TrainPorts,
  budget: Budget,
  tell: (stage: string) => void,
): Omit<SteeredRun, keyof Remembering> {
  const { journal, timer } = ports;
  const world = sealTest(ports.world);
  const train = world.tasks('train');
  const validation = pickTasks(world.tasks('validation'), settings.validationTasks, `${settings.seed}/validation`);
  requireTasks(train, validation);
  requireCeiling(ports.world, settings);
  requireAgent(ports, settings);
  const { milliseconds } = settings.limits;
  const stopwatch = createStopwatch(journal, timer, { milliseconds, shouldStop: ports.shouldStop });
  const shared = { journal, timer, budget, stopwatch, ...(ports.tell === undefined ? {} : { tell: ports.tell }) };
  const { patience } = settings.rollouts;
  const asking = createAsking({ ...shared, client: ports.optimizer, patience, workers: settings.analystWorkers });
  const rng = createRng(`train/${settings.seed}`);
  const strategy = chooseStrategy(settings);
  return {
    ...keepForTheEnd({ budget, stopwatch, world: ports.world, validation: validation.length }, settings),
    stopwatch,
    settings,
    isLimited: limitsUsage(settings),
    journal,
    world,
    rollouts: createRollouts(settings.rollouts, { ...shared, world, ended: () => tell('') }),
    optimizer: optimizerOf(settings, world, asking.ask),
    asked: asking.counts,
    ...(ports.agent === undefined ? {} : { askAgent: createAskAgent(ports.agent, shared) }),
    budget,
    gate: createGate(
      {
        tries: strategy.expectedTrials,
        ...settings.gate,
        tasks: validation.map(({ id }) => id),
        types: typesOf(validation),
      },
      rng.fork('gate'),
    ),
    rng,
    train,
    validation: new Map(validation.map((task) => [task.id, task])),
    guarded: [...train, ...validation],
    strategy,
    enter: tell,
    emit: (type, data) => journal.emit(type, data),
  };
}

/** Shares of a limit in time that the search leaves to the trial of the last draft and to the final test. */
const TRIAL_TIME = 0.2;
const TEST_TIME = 0.1;

interface EndPorts {
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  readonly world: SkillWorld;
  /** Validation tasks. */
  readonly validation: number;
}

/** Keeps room and time for the trial of the last draft and for the final test. */
function keepForTheEnd(
  { budget, stopwatch, world, validation }: EndPorts,
  settings: TrainSettings,
): Pick<TrainRun, 'releaseTest' | 'releaseTrial' | 'releaseShortening'> {
  const ceiling = ceilingOf(world);
  const giveTestTime = stopwatch.setAside(TEST_TIME);
  const giveTrialTime = stopwatch.setAside(TRIAL_TIME);
  const giveTestRoom = budget.setAside(testRollouts(world, validation, settings), ceiling);
  const giveTrialRoom = budget.setAside(lastTrial(validation, budget.room(ceiling), settings), ceiling);
  const giveShorteningRoom = budget.setAside(shortening(validation, budget.room(ceiling), settings), ceiling);
  return {
    releaseShortening: giveShorteningRoom,
    releaseTest: () => {
      giveTestTime();
      giveTestRoom();
    },
    releaseTrial: () => {
      giveTrialTime();
      giveTrialRoom();
    },
  };
}

function limitsUsage({ limits: { tokens, dollars, calls } }: TrainSettings): boolean {
  return (tokens ?? dollars ?? calls) !== undefined;
}

/** Rollouts that tell thirty lines from nothing. */
const MOST_PRUNING = 200;

/**
 * Room for the last draft: for its trial a pass of both sides, a second one out of a quarter of the room, and never more than half of it;
 * before it a twelfth, to leave out what rides along.
 */
function lastTrial(validation: number, room: number, { search }: TrainSettings): number {
  if (search.draftSteps <= 1) return 0;
  const pass = 2 * validation;
  const pruning = search.creditTasks > 0 ? Math.min(MOST_PRUNING, room / 12) : 0;
  return Math.floor(Math.min(Math.max(pass, Math.min(2 * pass, room / 4)) + pruning, room / 2));
}

/** Room for leaving lines out: their screening and one pass of its trial, and never more than a quarter of what there is. */
function shortening(validation: number, room: number, { objectives }: TrainSettings): number {
  const { reduce, screenRollouts } = { ...objectiveDefaults, ...objectives };
  return reduce === 'nothing' ? 0 : Math.floor(Math.min(screenRollouts + 2 * validation, room / 4));
}

/** Fails closed: a limit holds only if every rollout has a known most. */
function requireCeiling({ name, ceiling }: SkillWorld, settings: TrainSettings): void {
  if (ceiling !== undefined || !limitsUsage(settings)) return;
  throw new Fault('loops/no-ceiling', `${name} does not say what one of its rollouts can use, and there is a limit`);
}

function requireAgent({ agent }: TrainPorts, { search }: TrainSettings): void {
  if (agent !== undefined || !search.proposers.includes('agent')) return;
  throw new Fault('loops/bad-setting', 'the proposer `agent` is asked for, but no coding agent is named');
}

/** A set of skills is changed by edits alone: what writes one whole document would not know which. */
function requireEdits(skill: SkillFiles, { updateMode, slowUpdate, skillAware, search }: TrainSettings): void {
  if (skillNames(skill).length === 0) return;
  const whole = search.proposers.some((name) => name === 'rewrite' || name === 'merge');
  if (updateMode === 'patch' && !slowUpdate && !skillAware && !whole) return;
  throw new Fault(
    'loops/bad-setting',
    'a folder of several skills is trained by edits: updateMode patch, without slowUpdate, skillAware, rewrite and merge',
  );
}

/** The initial, the best and, where forced changes can make it another one, the final skill. */
function testRollouts(world: SkillWorld, validation: number, settings: TrainSettings): number {
  if (!settings.testAtEnd) return 0;
  const sealed = world.tasks('test').length;
  const all = sealed === 0 ? validation : sealed;
  const tasks = sealed > 0 && settings.testTasks > 0 ? Math.min(settings.testTasks, all) : all;
  const isForced = gateRow(settings.gate).acceptsAll || (settings.slowUpdate && settings.slowUpdateGate === 'force');
  return (isForced ? 3 : 2) * tasks;
}

function optimizerOf(settings: TrainSettings, world: SkillWorld, ask: Ask): Optimizer {
  const { reasoningEffort, rewriteReasoningEffort, rewriteMaxTokens, contextTokens } = settings;
  return {
    ask,
    seed: settings.seed,
    prompts: { ...world.prompts, ...settings.prompts },
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(rewriteReasoningEffort === undefined ? {} : { rewriteReasoningEffort }),
    ...(rewriteMaxTokens === undefined ? {} : { rewriteMaxTokens }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}

function requireTasks(train: readonly SkillTask[], validation: readonly SkillTask[]): void {
  if (train.length === 0) throw new Fault('loops/no-tasks', 'there are no training tasks');
  if (validation.length === 0)
    throw new Fault('loops/no-tasks', 'there are no validation tasks, so nothing can be accepted');
  const ids = new Set(train.map(({ id }) => id));
  const shared = validation.find(({ id }) => ids.has(id));
  if (shared !== undefined) {
    throw new Fault('loops/shared-task', `task ${shared.id} is in the training and in the validation split`);
  }
}
