import type { FacePorts } from '#foundation/contracts/words';
import { invariant, type Rng } from '#foundation/kernel';
import type { BitEpisode } from '../evidence.ts';
import { type Actor, actorOf } from '../practice.ts';
import { codesOf, type Feature, type FeatureReader, featureReader } from './feature.ts';
import type { Choices } from './policy-tree.ts';
import { highest, ValueTable } from './value-table.ts';

/** How far a return reaches back through greedy steps. */
const LAMBDA = 0.7;
const RATE = 0.3;
/** Chance of an action by chance: what is always left, and what falls off. */
const EXPLORES = { always: 0.02, atFirst: 0.3 } as const;
/** Episodes after which exploring and the rate have fallen to half. */
const HALF = 4000;
const LEAST_RATE = 0.1;

/** Learns values of actions from episodes, whoever played them. */
export class ValueLearner {
  readonly features: readonly Feature[];
  readonly codes: readonly number[];
  readonly table: ValueTable;
  learnt = 0;
  private readonly actions: readonly Uint8Array[];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly reader: FeatureReader;

  constructor(face: FacePorts, features: readonly Feature[], actions: readonly Uint8Array[]) {
    this.features = features;
    this.actions = actions;
    this.codes = features.map((feature) => codesOf(feature, face.observation.ports));
    this.table = new ValueTable(this.codes, actions.length);
    this.reader = featureReader(features, face);
    this.numbers = new Map(actions.map((bits, i) => [bits.join(''), i]));
  }

  /** Falls as 1 / (1 + n / 4000): slowly enough for the sum of the steps to be without bound. */
  private get warmth(): number {
    return 1 / (1 + this.learnt / HALF);
  }

  /** The greedy action, and at times another. */
  explorer(rng: Rng): Actor {
    const { table, actions, reader } = this;
    const chance = EXPLORES.atFirst * this.warmth + EXPLORES.always;
    return actorOf(() => (observation) => {
      const rows = table.rowsOf(reader(observation));
      return rng.chance(chance) ? rng.pick(actions) : actions[highest(table.values(rows))];
    });
  }

  /**
   * Watkins' Q(λ) backwards through an episode: the return is cut where the next action was not the greedy one.
   *
   * @source Watkins 1989; Sutton and Barto 2018, §12.10
   */
  learn({ steps }: BitEpisode): number {
    const { table } = this;
    const rows = steps.map(({ observation }) => table.rowsOf(this.reader(observation)));
    const rate = RATE * Math.max(LEAST_RATE, this.warmth);
    let [later, isGreedy] = [0, true];
    for (let t = steps.length - 1; t >= 0; t -= 1) {
      const action = this.numbers.get(steps[t]!.action.join(''));
      const values = table.values(rows[t]!);
      const top = highest(values);
      const target = steps[t]!.reward + later;
      if (action !== undefined) table.move(rows[t]!, action, rate * (target - values[action]!));
      isGreedy = action === top;
      later = isGreedy ? (1 - LAMBDA) * values[top]! + LAMBDA * target : values[top]!;
    }
    this.learnt += 1;
    return steps.length * table.terms * 2;
  }

  /** What the greedy policy does where episodes led, each with what the choice is worth. */
  choices(episodes: readonly BitEpisode[]): Choices {
    const states: Uint8Array[] = [];
    const actions: number[] = [];
    const weights: number[] = [];
    const { reader } = this;
    for (const { steps } of episodes) {
      for (const { observation } of steps) {
        const state = reader(observation);
        const values = this.table.values(this.table.rowsOf(state));
        const top = highest(values);
        states.push(state);
        actions.push(top);
        weights.push(1);
      }
    }
    invariant(states.length > 0, 'there is a state to choose in');
    return { states, actions, weights };
  }
}
