import { canonicalText, Fault, type Rng } from '#foundation/kernel';
import type { AnyTemplate, Environment, Params, SequenceView, StepResult, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { defineRounds, drawRound } from './define-rounds.ts';
import type { Slot } from './part-params.ts';
import { type Round, type Rounds, RoundsEnvironment } from './rounds.ts';
import type { SlotAction, SlotView } from './slot-face.ts';

/** Rounds from the inside out; the answer to round j − 1 stands at `places[j]` among the symbols of round j. */
interface Nested extends Rounds {
  readonly places: readonly number[];
}

/** The symbol that an answer is, among others; what is no number stands as symbol 0. */
function symbolOf(answer: unknown, alphabet: number): number {
  const value = typeof answer === 'number' && Number.isFinite(answer) ? Math.round(answer) : 0;
  return ((value % alphabet) + alphabet) % alphabet;
}

function withSymbol(view: SequenceView<unknown>, instance: unknown, place: number, symbol: number): unknown {
  const symbols = [...view.read(instance)];
  symbols[place] = symbol;
  return view.replace(instance, symbols) ?? instance;
}

function answerTo(base: AnyTemplate, instance: unknown): unknown {
  return base.oracle(instance).act(base.start(instance).observe());
}

/** Places that are tried: the answer to a long string rarely hangs on one symbol. */
const TRIED = 16;

/** A place where another symbol makes another answer, if one is found among some drawn at random. */
function decisivePlace(base: AnyTemplate, view: SequenceView<unknown>, instance: unknown, rng: Rng): number {
  const symbols = view.read(instance);
  const order = rng.distinct(Math.min(TRIED, symbols.length), symbols.length);
  const answer = canonicalText(answerTo(base, instance));
  const alphabet = view.alphabet(instance);
  const found = order.find((place) => {
    const other = withSymbol(view, instance, place, (symbols[place]! + 1) % alphabet);
    return canonicalText(answerTo(base, other)) !== answer;
  });
  return found ?? order[0]!;
}

/** Shows each round with the player's own answer to the one inside it; what pays is the true one. */
class NestedEnvironment implements Environment<SlotView, SlotAction> {
  private readonly inner: RoundsEnvironment;
  private readonly base: AnyTemplate;
  private readonly nested: Nested;
  private given: unknown;

  constructor(slots: readonly Slot[], nested: Nested) {
    this.inner = new RoundsEnvironment(slots, 'sequence', nested.rounds);
    this.base = slots[0]!.template;
    this.nested = nested;
  }

  observe(): SlotView {
    const seen = this.inner.observe();
    if (seen.round === 0 || this.inner.current < 0) return seen;
    const view = this.base.sequence!;
    const { instance } = this.nested.rounds[seen.round]!;
    const symbol = symbolOf(this.given, view.alphabet(instance));
    const shown = withSymbol(view, instance, this.nested.places[seen.round]!, symbol);
    return { ...seen, value: this.base.start(shown).observe() };
  }

  step(action: SlotAction | undefined): StepResult {
    this.given = action?.value;
    return this.inner.step(action);
  }
}

/**
 * NEST(a, k): k instances of a, one inside the other. The answer to each is a symbol of the next, where the player sees what it answered itself;
 * what pays is the answer to the instance with the true symbol, so an error inside spoils what lies around it. The returns add up, and the
 * best return is that of the bases.
 */
export function nestInside(base: AnyTemplate, k: number): Template<Params, Nested, SlotView, SlotAction> {
  const view = base.sequence;
  if (!(Number.isInteger(k) && k >= 1 && k <= 16)) {
    throw new Fault('tasks/bad-composition', `NEST: k is ${k}, must be a whole number in [1, 16]`);
  }
  if (view === undefined || base.shape !== 'answer') {
    throw new Fault(
      'tasks/bad-composition',
      `NEST needs a base whose answer can stand among its symbols; ${base.name} has none`,
    );
  }
  const slots: readonly Slot[] = [{ letter: 'base', template: base }];
  const draw = (params: Params, rng: Rng): Nested => {
    const rounds: Round[] = [];
    const places: number[] = [];
    for (let i = 0; i < k; i += 1) {
      const drawn = drawRound(slots, 0, params, rng.fork(i));
      const place = decisivePlace(base, view, drawn.instance, rng.fork(`place ${i}`));
      const inside = rounds.at(-1);
      const symbol =
        inside === undefined ? undefined : symbolOf(answerTo(base, inside.instance), view.alphabet(drawn.instance));
      rounds.push(
        symbol === undefined ? drawn : { slot: 0, instance: withSymbol(view, drawn.instance, place, symbol) },
      );
      places.push(place);
    }
    return { params, rounds, places };
  };
  const rounds = defineRounds<Nested>({
    name: `NEST(${base.name},${k})`,
    says: `${base.name} ${k} deep: the answer to each is a symbol of the next.`,
    tags: base.tags,
    slots,
    schedule: 'sequence',
    counts: () => [k],
    draw,
    intro: () =>
      `The task below is set ${k} times, one inside the other: your answer to each stands as one of the symbols of the next. A right answer is one to ` +
      'the task as it would be had all answers inside it been right, so an error spoils what comes after it. The rewards add up.',
  });
  return defineTemplate({ ...rounds, version: 2, start: (nested) => new NestedEnvironment(slots, nested) });
}
