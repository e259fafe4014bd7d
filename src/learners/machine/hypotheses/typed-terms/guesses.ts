import type { FacePorts } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import type { Evidence } from '../evidence.ts';
import type { Meter } from '../meter.ts';
import { type Actor, actorOf } from '../practice.ts';
import { leastRight } from '../reward-labels.ts';
import { readScalar, writeWord } from '../word-view.ts';
import { Batch, type Situation } from './batch.ts';
import { givenOf } from './examples.ts';
import { growTerms } from './grow-terms.ts';
import { TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';

/** Observations that terms are told apart by, effort of growing them, and terms that are kept. */
const SAMPLE = 12;
const GROWING = 3e5;
const MOST_TERMS = 600;
/** Right answers that terms are weighed by. */
const MOST_HITS = 64;
/** How often an answer is drawn evenly all the same. */
const EVENLY = 0.3;

/**
 * Answers that small terms give, those that were right more often drawn more often: of many answers an even draw seldom hits. A hit tells the right answer whoever
 * drew it.
 */
export class Guesses {
  private readonly face: FacePorts;
  private readonly terms: readonly NumberTerm[];
  private weights: readonly number[];

  constructor(face: FacePorts, { episodes }: Evidence, meter: Meter) {
    this.face = face;
    const sample = episodes.slice(0, SAMPLE).flatMap(({ steps }) => steps.slice(0, 1));
    const situations = sample.map(({ observation }) => this.situationOf(observation));
    const pool = new TermPool(new Batch(situations, givenOf(face, []), 0), meter, () => {});
    const begun = meter.total;
    for (const _ of growTerms(pool, { ports: face.observation.ports, more: [] })) {
      if (meter.total - begun > GROWING) break;
    }
    const { low, values: answers } = face.action.ports[0]!;
    const isAnswer = (value: number): boolean => value >= low && value < low + answers;
    this.terms = pool.numbers
      .filter(({ sort, values }) => sort !== 'test' && values.filter(isAnswer).length * 2 > values.length)
      .slice(0, MOST_TERMS)
      .map(({ term }) => term);
    this.weights = this.terms.map(() => 1);
  }

  /** Weighs terms by the latest right answers: 1 + 4 · hits² each. */
  weigh({ episodes }: Evidence, meter: Meter): void {
    const least = leastRight(episodes);
    if (least === undefined) return;
    const hits = episodes
      .flatMap(({ steps }) => steps.slice(0, 1))
      .filter(({ reward }) => reward >= least)
      .slice(-MOST_HITS);
    const port = this.face.action.ports[0]!;
    const right = hits.map(({ action }) => readScalar(action, port) + port.low);
    const batch = new Batch(
      hits.map(({ observation }) => this.situationOf(observation)),
      givenOf(this.face, []),
      0,
    );
    meter.spend(this.terms.length * hits.length);
    this.weights = this.terms.map((term) => {
      const agreed = batch.number(term).reduce((sum, value, i) => sum + (value === right[i] ? 1 : 0), 0);
      return 1 + 4 * agreed ** 2;
    });
  }

  actor(rng: Rng): Actor {
    const port = this.face.action.ports[0]!;
    const answer = (observation: Uint8Array): number => {
      if (this.terms.length === 0 || rng.chance(EVENLY)) return rng.below(port.values);
      const term = this.terms[rng.weighted(this.weights)]!;
      const batch = new Batch([this.situationOf(observation)], givenOf(this.face, []), 0);
      const code = batch.number(term)[0]! - port.low;
      return code >= 0 && code < port.values ? code : rng.below(port.values);
    };
    return actorOf(() => (observation) => {
      const action = new Uint8Array(this.face.action.width);
      writeWord(action, port.offset, port.width, answer(observation));
      return action;
    });
  }

  private situationOf(observation: Uint8Array): Situation {
    return { observation, begins: true, said: this.face.action.ports.map(({ low }) => low) };
  }
}
