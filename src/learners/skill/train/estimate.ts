import type { SkillFiles, SkillWorld } from '#foundation/contracts/skills';
import { planLooks, type PlannedLooks } from '#learners/skill/judging';
import { gateDefaults, gateRow } from '#ratchet/gate';
import { stepsPerEpoch } from './propose/plan-steps.ts';
import { objectiveDefaults, type TrainSettings } from './settings.ts';

/** A count between what a lucky run and what the longest run needs. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What a run may cost, before it begins. */
export interface Estimate {
  readonly steps: number;
  readonly rollouts: Range;
  /** Looks of a judge, with which it is measured before it is trusted; no part of the rollouts. */
  readonly looks: number;
  /** Most further looks, at replies on which looks differ. */
  readonly furtherLooks: number;
  readonly optimizerCalls: Range;
  readonly tokens: Range;
  /** Absent where no price is known. */
  readonly dollars?: Range;
}

/** Characters per token in English prose. */
const CHARACTERS = 4;
/** Tokens of a reply that is neither terse nor long. */
const REPLY = 300;
const WRITTEN = 800;
const NO_LOOKS = { looks: 0, again: 0, replies: 0 };

/**
 * Counts the calls of a run. Low: every trial is decided at its first look and one suffices; high: every step is tried to the last
 * repeat. Limits cut both. Tokens take the length of the texts at hand and usual lengths of replies.
 */
export function estimateRun(skill: SkillFiles, settings: TrainSettings, world: SkillWorld, isJudged = false): Estimate {
  const train = world.tasks('train');
  const { length: validation } = world.tasks('validation');
  const steps = settings.epochs * stepsPerEpoch(train.length, settings);
  const perStep = Math.min(train.length, settings.batchSize) * settings.accumulation;
  const { draftSteps, readings } = settings.search;
  const trials = { low: 1, high: draftSteps > 1 ? Math.ceil(steps / 2) : steps };
  const repeats = gateRow(settings.gate).mostRepeats({ repeats: settings.gate.repeats ?? gateDefaults.repeats });
  const test = settings.testAtEnd
    ? 2 * (settings.testTasks > 0 ? settings.testTasks : world.tasks('test').length || validation)
    : 0;
  const { reduce, screenRollouts } = { ...objectiveDefaults, ...settings.objectives };
  const simplifying = reduce === 'nothing' ? 0 : screenRollouts + 2 * repeats * validation;
  const cap = (count: number): number => Math.min(count, settings.limits.rollouts ?? Infinity);
  const { looks, again: furtherLooks, replies } = isJudged ? measuringJudge(settings, world) : NO_LOOKS;
  const judging = { low: looks, high: looks + furtherLooks };
  const rollouts = {
    low: cap(steps * perStep + trials.low * 2 * Math.min(10, validation) + test + replies),
    high: cap(steps * perStep + trials.high * 2 * repeats * validation + simplifying + test + replies),
  };
  const analysts = readings * (Math.ceil(perStep / settings.minibatchSize) + 1);
  const optimizerCalls = { low: steps, high: steps * (analysts + Math.ceil(analysts / settings.mergeBatchSize) + 4) };
  const characters = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
  const prompt =
    (characters(Object.values(skill)) + characters(train.map(({ text }) => text)) / Math.max(1, train.length)) /
    CHARACTERS;
  const asked = settings.minibatchSize * (prompt + REPLY);
  const tokensOf = (which: 'low' | 'high', grown: number): number =>
    Math.round(
      (rollouts[which] + judging[which]) * (grown * prompt + REPLY) + optimizerCalls[which] * (grown * asked + WRITTEN),
    );
  const tokens = { low: tokensOf('low', 1), high: tokensOf('high', 3) };
  const { target, optimizer } = settings.prices;
  if (target === undefined || optimizer === undefined)
    return { steps, rollouts, looks, furtherLooks, optimizerCalls, tokens };
  const dollarsOf = (which: 'low' | 'high', grown: number): number =>
    ((rollouts[which] + judging[which]) * (grown * prompt * target.prompt + REPLY * target.completion) +
      optimizerCalls[which] * (grown * asked * optimizer.prompt + WRITTEN * optimizer.completion)) /
    1e6;
  const dollars = { low: dollarsOf('low', 1), high: dollarsOf('high', 3) };
  return { steps, rollouts, looks, furtherLooks, optimizerCalls, tokens, dollars };
}

/** Looks and replies with which a judge is measured before the first step. */
function measuringJudge(
  { judgePasses: passes, judgeLooks: most, limits }: TrainSettings,
  world: SkillWorld,
): Omit<PlannedLooks, 'tasks'> {
  if (passes === 0) return NO_LOOKS;
  const room = { rollouts: limits.rollouts ?? Infinity, looks: limits.calls ?? Infinity };
  return planLooks([...world.tasks('train'), ...world.tasks('validation')], { passes, most, room });
}
