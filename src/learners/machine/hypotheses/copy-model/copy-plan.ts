import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { firstOf } from '../first-line.ts';
import { cut, linesOf, pick, resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import { type CopyHypothesis, type Leaf, placeOf, type RewardTerm } from './copy-hypothesis.ts';
import {
  fixedAdd,
  fixedConstant,
  fixedOfDouble,
  fixedOfWord,
  type FixedPoint,
  fixedTimes,
  fixedTimesWord,
} from './fixed-point.ts';

const FRACTION = 8;

/** Words that the parts share. */
interface CopyWords {
  readonly plan: PlanMaker;
  readonly model: CopyHypothesis;
  readonly face: FacePorts;
  readonly format: FixedPoint;
  readonly states: number;
}

/**
 * Backward induction in the machine: one step of the horizon per think-step, from the end to now.
 *
 *     V₀ = 0     Vₕ₊₁[s] = maxₐ (1 − slip) · W[first(s, a)] + slip · W[second(s, a)]     W[q] = reward[q] + Vₕ[q]
 *
 * The action is the one that is best at the state at hand in the last step.
 *
 * @source Bellman 1957; numbers are fixed-point words with 8 bits after the point
 */
export function copyPlan(model: CopyHypothesis, face: FacePorts): ThinkPlan {
  const { ports } = face.observation;
  const { binding, actions, horizon } = model;
  const states = ports[binding.state]!.values;
  const most = Math.max(1, model.scale) * (horizon + 1);
  const format = { width: planesFor(Math.ceil(most) + 1) + 2 + FRACTION, fraction: FRACTION };
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const shared: CopyWords = { plan, model, face, format, states };
  const [fresh] = plan.word(1, 1);
  const earned = Array.from({ length: states }, () => plan.word(format.width));
  const values = Array.from({ length: states }, () => plan.word(format.width));
  const left = plan.word(planesFor(horizon + 2));
  const [goesOn] = plan.word(1);
  plan.when(fresh!, true, () => {
    rewardParts(shared, earned);
    clockPart(shared, left);
    plan.part('begun', [], [[fresh!]], () => [[FALSE]]);
  });
  plan.part('tick', [left], [left, [goesOn!]], (builder, [now]) => {
    const some = builder.orAll(now!);
    const less = words.subtract(builder, now!, words.constant(now!.length, 1)).slice(0, now!.length);
    return [words.mux(builder, some, less, now!), [some]];
  });
  const choice = plan.word(actions.length);
  plan.when(goesOn!, true, () => backupParts(shared, earned, values, choice));
  plan.part('act', [choice], [plan.output(0, face.action.width)], (builder, [chosen]) => {
    const lines = firstOf(builder, chosen!);
    return [
      Array.from({ length: face.action.width }, (_, b) =>
        builder.orAll(lines.filter((_line, a) => actions[a]![b] === 1)),
      ),
    ];
  });
  return plan.build(horizon);
}

/** Steps left: how far the clock is from its end, at most the horizon. */
function clockPart({ plan, model, face }: CopyWords, left: readonly Bit[]): void {
  const { clock } = model.binding;
  if (clock === null) {
    plan.part('steps-left', [], [left], () => [words.constant(left.length, model.horizon)]);
    return;
  }
  const { offset, width, values } = face.observation.ports[clock]!;
  plan.part('steps-left', [plan.input(offset, width)], [left], (builder, [time]) => {
    const away = Array.from({ length: values }, (_, value) =>
      words.constant(left.length, Math.min(model.horizon, Math.abs(model.end - value))),
    );
    return [pick(builder, linesOf(builder, time!, values), away)];
  });
}

/** What entering each state earns, by the terms. */
function rewardParts({ plan, model, face, format, states }: CopyWords, earned: readonly Bit[][]): void {
  const { ports } = face.observation;
  const prices = new Map<number, readonly Bit[]>();
  for (const { term } of model.terms) {
    if (term.kind !== 'scaled' || prices.has(term.scalar)) continue;
    const { role, offset, width } = ports[term.scalar]!;
    const price = plan.word(format.width);
    prices.set(term.scalar, price);
    plan.part(`price-${term.scalar}`, [plan.input(offset, width)], [price], (builder, [bits]) => [
      role === 'real' ? fixedOfDouble(builder, format, bits!) : fixedOfWord(format, bits!),
    ]);
  }
  for (const [t, { term, weight }] of model.terms.entries()) {
    const reads = [
      earned.flat(),
      ...readsOf({ plan, model, face, states }, term),
      term.kind === 'scaled' ? prices.get(term.scalar)! : [],
    ];
    plan.part(`earn-${t}`, reads, earned, (builder, [before, ...given]) => {
      const sums = cut(before!, format.width);
      const added = addedBy(builder, { model, face, format, states }, { term, weight }, given);
      return sums.map((word, s) => fixedAdd(builder, word, added[s]!));
    });
  }
}

function readsOf({ plan, model, face, states }: Omit<CopyWords, 'format'>, term: RewardTerm): (readonly Bit[])[] {
  if (term.kind === 'one') return [[], []];
  const { ports } = face.observation;
  const port = ports[term.list]!;
  const list = placesOf(port).flatMap((place) => plan.input(place, port.width));
  const leads =
    term.kind === 'near'
      ? copiesOf(
          plan,
          model.first.flatMap((row) => row.slice(0, states)),
          face,
          model,
        )
      : [];
  return [list, leads];
}

function copiesOf(plan: PlanMaker, leaves: readonly Leaf[], face: FacePorts, model: CopyHypothesis): Bit[] {
  const { ports } = face.observation;
  return leaves.flatMap((leaf) => plan.input(placeOf(leaf, ports), ports[model.binding.state]!.width));
}

/** What a term adds for each state. */
function addedBy(
  builder: CircuitBuilder,
  { model, face, format, states }: Omit<CopyWords, 'plan'>,
  { term, weight }: CopyHypothesis['terms'][number],
  [list, leads, price]: readonly Word[],
): Word[] {
  const constant = fixedConstant(format, weight);
  if (term.kind === 'one') return Array.from({ length: states }, () => constant);
  const { ports } = face.observation;
  const { width, values, low } = ports[term.list]!;
  const items = cut(list!, width);
  if (term.kind === 'list') {
    const worth = Array.from({ length: values }, (_, value) => fixedConstant(format, weight * (low + value)));
    return items.map((item) => pick(builder, linesOf(builder, item, values), worth));
  }
  if (term.kind === 'scaled') {
    const scaled = fixedTimes(builder, format, price!, weight);
    return items.map((item) => fixedTimesWord(builder, scaled, item));
  }
  const isSet = items.map((item) => builder.orAll(item));
  const copies = cut(leads!, ports[model.binding.state]!.width);
  return items.map((_, s) => {
    const reaches = model.actions.map((_action, a) =>
      builder.orAll(linesOf(builder, copies[a * states + s]!, states).map((line, q) => builder.and(line, isSet[q]!))),
    );
    const is = builder.and(builder.orAll(reaches), builder.not(isSet[s]!));
    return constant.map((edge) => builder.and(edge, is));
  });
}

/** One step back: what every action is worth in every state, then the best. */
function backupParts(
  { plan, model, face, format, states }: CopyWords,
  earned: readonly Bit[][],
  values: readonly Bit[][],
  choice: readonly Bit[],
): void {
  const { width } = format;
  const usual = values.map(() => plan.word(width));
  const rare = values.map(() => plan.word(width));
  plan.part('worth', [earned.flat(), values.flat()], [...usual, ...rare], (builder, [now, later]) => {
    const sums = cut(now!, width).map((word, q) => fixedAdd(builder, word, cut(later!, width)[q]!));
    const slipped = sums.map((word) => fixedTimes(builder, format, word, model.slip));
    return [...sums.map((word, q) => words.subtract(builder, word, slipped[q]!).slice(0, width)), ...slipped];
  });
  const stateWidth = face.observation.ports[model.binding.state]!.width;
  const worth = model.actions.map((_, a) => {
    const made = values.map(() => plan.word(width));
    const reads = [
      copiesOf(plan, model.first[a]!, face, model),
      copiesOf(plan, model.second[a]!, face, model),
      usual.flat(),
      rare.flat(),
    ];
    plan.part(`try-${a}`, reads, made, (builder, [firsts, seconds, most, rest]) =>
      made.map((_bits, s) => {
        const at = (copies: Word, given: Word): Edge[] =>
          pick(builder, linesOf(builder, cut(copies, stateWidth)[s]!, states), cut(given, width));
        return fixedAdd(builder, at(firsts!, most!), at(seconds!, rest!));
      }),
    );
    return made;
  });
  const { offset } = face.observation.ports[model.binding.state]!;
  plan.part(
    'best',
    [plan.input(offset, stateWidth), ...worth.map((each) => each.flat())],
    [...values, choice],
    (builder, [here, ...all]) => {
      const lines = linesOf(builder, here!, states);
      const per = Array.from({ length: states }, (_, s) =>
        bestOf(
          builder,
          all.map((given) => cut(given, width)[s]!),
        ),
      );
      return [
        ...per.map(({ value }) => resize(value, width)),
        choice.map((_, a) => builder.orAll(per.map(({ chosen }, s) => builder.and(lines[s]!, chosen[a]!)))),
      ];
    },
  );
}

/** The largest of some numbers with a sign, and lines for which it was: the first of equals. */
function bestOf(
  builder: CircuitBuilder,
  given: readonly Word[],
): { readonly value: Word; readonly chosen: readonly Edge[] } {
  let value = given[0]!;
  let chosen: Edge[] = given.map((_, a) => (a === 0 ? builder.not(FALSE) : FALSE));
  for (const [a, word] of given.entries()) {
    if (a === 0) continue;
    const isMore = words.lessThanSigned(builder, value, word);
    value = words.mux(builder, isMore, word, value);
    chosen = chosen.map((edge, b) => (b === a ? isMore : builder.and(edge, builder.not(isMore))));
  }
  return { value, chosen };
}
