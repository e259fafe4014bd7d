import type { Rng } from '#foundation/kernel';
import type { AnyTemplate, Judged, Metric, ParamRange, Params, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { sumOptima } from './composed-optimum.ts';
import { composedLevels, composedRanges, partConflict, partParams, type Slot } from './part-params.ts';
import { judgeRounds, type Round, type Rounds, RoundsEnvironment, roundsOracle, type Schedule } from './rounds.ts';
import { type SlotAction, slotBits, slotText, type SlotView } from './slot-face.ts';

/** What tells one composition of rounds from another. */
export interface RoundsFamily<I extends Rounds> {
  readonly name: string;
  readonly says: string;
  readonly tags: readonly string[];
  readonly slots: readonly Slot[];
  readonly schedule: Schedule;
  /** The composition's own parameters; those of the bases are added under their letters. */
  readonly ranges?: Readonly<Record<string, ParamRange>>;
  readonly metrics?: readonly Metric[];
  ownLevel?(this: void, level: number, count: number): Params;
  /** At most this many rounds of each slot. */
  counts(this: void, params: Params): readonly number[];
  draw(this: void, params: Params, rng: Rng): I;
  intro(this: void, params: Params): string;
  /** How much harder than the bases' sum. */
  factor?(this: void, params: Params): number;
  measureRounds?(this: void, instance: I, verdicts: readonly Judged[]): Readonly<Record<string, number | undefined>>;
}

/** A fresh instance of a slot's base under the composition's parameters. */
export function drawRound(slots: readonly Slot[], slot: number, params: Params, rng: Rng): Round {
  const { letter, template } = slots[slot]!;
  return { slot, instance: template.generate(partParams(params, letter), rng) };
}

/** Agents of different slots are different agents. */
function seatOf(slots: readonly Slot[]): (view: SlotView) => number {
  const most = 2;
  return ({ slot, value }) => slot * most + (slots[slot]!.template.seat?.(value) ?? 0);
}

/** The optimum of each round. */
export function roundOptima(slots: readonly Slot[], rounds: readonly Round[]): ReturnType<AnyTemplate['optimum']>[] {
  return rounds.map(({ slot, instance }) => slots[slot]!.template.optimum(instance));
}

/**
 * A template whose episode is several episodes of its bases, whose returns add up. The rounds are independent, so the best
 * play is the best play of each: oracle, optimum, random return and verdict are computed from the bases' own.
 */
// oxlint-disable-next-line max-lines-per-function -- one declaration: the members of a template
export function defineRounds<I extends Rounds>(family: RoundsFamily<I>): Template<Params, I, SlotView, SlotAction> {
  const { slots, schedule, counts } = family;
  const sumOver = (params: Params, each: (template: AnyTemplate, part: Params) => number): number =>
    slots.reduce(
      (sum, { letter, template }, i) => sum + counts(params)[i]! * each(template, partParams(params, letter)),
      0,
    );
  const verdicts = (instance: I, actions: readonly (SlotAction | undefined)[]): Judged[] =>
    judgeRounds(slots, schedule, instance.rounds, actions);
  return defineTemplate<Params, I, SlotView, SlotAction>({
    name: family.name,
    family: 'composition',
    domain: slots[0]!.template.domain,
    tags: ['composed', ...family.tags],
    says: family.says,
    shape: 'episode',
    params: composedRanges(slots, family.ranges ?? {}),
    levels: composedLevels(slots, family.ownLevel ?? (() => ({}))),
    metrics: [
      { name: 'solved', better: 'higher', says: 'share of the rounds that were solved' },
      ...(family.metrics ?? []),
    ],
    conflict: (params) => partConflict(slots, params),
    difficulty: (params) =>
      (family.factor?.(params) ?? 1) * sumOver(params, (template, part) => template.difficulty(part)),
    rewardRange: (params) => ({
      low: sumOver(params, (template, part) => Math.min(0, template.rewardRange(part).low)),
      high: sumOver(params, (template, part) => Math.max(0, template.rewardRange(part).high)),
    }),
    maxSteps: (params) => sumOver(params, (template, part) => template.maxSteps(part)),
    ...(slots.some(({ template }) => template.seat !== undefined) ? { seat: seatOf(slots) } : {}),
    generate: family.draw,
    start: ({ rounds }) => new RoundsEnvironment(slots, schedule, rounds),
    oracle: ({ rounds }) => roundsOracle(slots, rounds),
    optimum: ({ rounds }) => sumOptima(roundOptima(slots, rounds)),
    randomAction({ slot, value }, rng, params) {
      const { letter, template } = slots[slot]!;
      return { slot, value: template.randomAction(value, rng, partParams(params, letter)) };
    },
    randomReturn: ({ rounds }) =>
      rounds.reduce((sum, { slot, instance }) => sum + slots[slot]!.template.randomReturn(instance), 0),
    verify(instance, actions) {
      const judged = verdicts(instance, actions);
      const reward = judged.reduce((sum, verdict) => sum + verdict.reward, 0);
      const missed = judged.filter(({ ok }) => !ok).length;
      return missed === 0 ? { ok: true, reward } : { ok: false, reward, why: `${missed} rounds were not solved` };
    },
    measure(instance, { actions }) {
      const judged = verdicts(instance, actions);
      const solved = judged.filter(({ ok }) => ok).length / judged.length;
      return { solved, ...family.measureRounds?.(instance, judged) };
    },
    text: slotText(slots, family.intro),
    bits: (params) =>
      slotBits(
        slots,
        params,
        Math.max(
          1,
          counts(params).reduce((sum, count) => sum + count, 0),
        ),
      ),
  });
}
