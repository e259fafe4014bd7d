import type { FacePorts } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import { evaluateTerm } from '../../terms/evaluate-term.ts';
import type { Grammar } from '../../terms/grammar.ts';
import { termOf } from '../../terms/entry.ts';
import type { Term } from '../../terms/term.ts';
import type { Evidence } from '../evidence.ts';
import type { Meter } from '../meter.ts';
import { type Actor, actorOf } from '../practice.ts';
import { leastRight } from '../reward-labels.ts';
import { readScalar, writeWord } from '../word-view.ts';
import { columnsOfFace, type FaceColumn } from './face-columns.ts';
import { environmentOfFace, type FaceRow } from './face-rows.ts';
import { spaceOn } from './find-term.ts';
import { SharedMeter } from './shared-meter.ts';

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
  private readonly terms: readonly Term[];
  private readonly columns: readonly FaceColumn[];
  private weights: readonly number[];

  constructor(face: FacePorts, grammar: Grammar, { episodes }: Evidence, meter: Meter) {
    this.face = face;
    this.columns = columnsOfFace(face, 0, { looksBack: 'nothing', isSaid: false });
    const sample = episodes.slice(0, SAMPLE).flatMap(({ steps }) => steps.slice(0, 1));
    const rows = sample.map(({ observation }) => rowOf(observation));
    const space = spaceOn(
      rows,
      { face, columns: this.columns, grammar, word: 0 },
      new SharedMeter(meter, GROWING / 0.7),
    );
    for (let level = 1; !space.isFull && level < 40; level += 1) space.growTo(level);
    const { low, values: answers } = face.action.ports[0]!;
    const isAnswer = (value: number): boolean => value >= low && value < low + answers;
    this.terms = (['word', 'symbol'] as const)
      .flatMap((type) => space.entries(type))
      .filter(({ isOpen, column }) => isOpen && column.filter(isAnswer).length * 2 > column.length)
      .sort((a, b) => a.bits - b.bits)
      .slice(0, MOST_TERMS)
      .map(termOf);
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
    meter.spend(this.terms.length * hits.length);
    const env = environmentOfFace(
      hits.map(({ observation }) => rowOf(observation)),
      this.face,
      this.columns,
      0,
    );
    this.weights = this.terms.map((term) => {
      const agreed = evaluateTerm(term, env).reduce((sum, value, i) => sum + (value === right[i] ? 1 : 0), 0);
      return 1 + 4 * agreed ** 2;
    });
  }

  actor(rng: Rng): Actor {
    const port = this.face.action.ports[0]!;
    const answer = (observation: Uint8Array): number => {
      if (this.terms.length === 0 || rng.chance(EVENLY)) return rng.below(port.values);
      const term = this.terms[rng.weighted(this.weights)]!;
      const env = environmentOfFace([rowOf(observation)], this.face, this.columns, 0);
      const code = evaluateTerm(term, env)[0]! - port.low;
      return code >= 0 && code < port.values ? code : rng.below(port.values);
    };
    return actorOf(() => (observation) => {
      const action = new Uint8Array(this.face.action.width);
      writeWord(action, port.offset, port.width, answer(observation));
      return action;
    });
  }
}

function rowOf(observation: Uint8Array): FaceRow {
  return { track: { seen: [observation], said: [] }, at: 0 };
}
