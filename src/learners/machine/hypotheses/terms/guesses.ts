import type { FacePorts } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import { evaluateTerm } from '../../terms/evaluate-term.ts';
import type { Grammar } from '../../terms/grammar.ts';
import { termOf } from '../../terms/entry.ts';
import type { Term } from '../../terms/term.ts';
import type { LessonKnobs } from '../../search-knobs.ts';
import type { Evidence } from '../evidence.ts';
import type { Meter } from '../meter.ts';
import { type Actor, actorOf } from '../practice.ts';
import { leastRight } from '../reward-labels.ts';
import { readScalar, writeWord } from '../word-view.ts';
import { columnsOfFace, type FaceColumn } from './face-columns.ts';
import { environmentOfFace, type FaceRow } from './face-rows.ts';
import { spaceOn } from './find-term.ts';
import { SharedMeter } from './shared-meter.ts';

/** What is seen before anything was found. */
interface Looked {
  readonly face: FacePorts;
  readonly evidence: Evidence;
  readonly meter: Meter;
  readonly knobs: LessonKnobs;
}

/**
 * Answers that small terms give, those that were right more often drawn more often: of many answers an even draw seldom hits. A hit tells the right answer whoever
 * drew it.
 */
export class Guesses {
  private readonly face: FacePorts;
  private readonly terms: readonly Term[];
  private readonly columns: readonly FaceColumn[];
  private readonly knobs: LessonKnobs;
  private weights: readonly number[];

  constructor({ face, evidence: { episodes }, meter, knobs }: Looked, grammar: Grammar) {
    this.face = face;
    this.knobs = knobs;
    this.columns = columnsOfFace(face, 0, { looksBack: 'nothing', isSaid: false });
    const sample = episodes.slice(0, knobs.guessSample).flatMap(({ steps }) => steps.slice(0, 1));
    const rows = sample.map(({ observation }) => rowOf(observation));
    const space = spaceOn(
      rows,
      { face, columns: this.columns, grammar, knobs, word: 0 },
      new SharedMeter(meter, knobs.guessEffort / 0.7),
    );
    for (let level = 1; !space.isFull && level < 40; level += 1) space.growTo(level);
    const { low, values: answers } = face.action.ports[0]!;
    const isAnswer = (value: number): boolean => value >= low && value < low + answers;
    this.terms = (['word', 'symbol'] as const)
      .flatMap((type) => space.entries(type))
      .filter(({ isOpen, column }) => isOpen && column.filter(isAnswer).length * 2 > column.length)
      .sort((a, b) => a.bits - b.bits)
      .slice(0, knobs.guessTerms)
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
      .slice(-this.knobs.guessHits);
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
      if (this.terms.length === 0 || rng.chance(this.knobs.evenGuesses)) return rng.below(port.values);
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
