import { codeLength, createTextPredictor, sizesFor } from '#learners/model/counters';
import { createRng, Fault } from '#foundation/kernel';
import { createFiniteStateSource } from '../language/finite-state-source.ts';
import { WittenBell } from '../language/witten-bell.ts';
import type { Table } from '../suite.ts';
import type { Outsider } from './outsider.ts';

/** A text to predict: one's own, or one of a finite-state source of so many states. */
export interface VariedText {
  readonly bytes?: Uint8Array;
  /** Characters to read first, and to predict after them. */
  readonly trained: number;
  readonly tested: number;
  readonly states: number;
  readonly seed: number;
  readonly peers: readonly string[];
}

const ORDER = 3;

/** Bits that an outsider needs: before each byte it gives 256 odds, which are scaled to sum to one. */
async function bitsOf(outsider: Outsider, train: Uint8Array, test: Uint8Array): Promise<number> {
  await outsider.ask({ type: 'start', protocol: 1, task: 'text' });
  await outsider.ask({ type: 'read', bytes: [...train] });
  let bits = 0;
  for (const byte of test) {
    const { odds } = await outsider.ask({ type: 'predict' });
    if (!Array.isArray(odds) || odds.length !== 256 || !odds.every((one) => Number.isFinite(one) && one > 0)) {
      throw new Fault('bench/failed', `${outsider.name} must answer {"odds": [...]} with 256 numbers above 0`);
    }
    const total = odds.reduce((sum: number, one: number) => sum + one, 0);
    bits -= Math.log2(odds[byte] / total);
    await outsider.ask({ type: 'read', bytes: [byte] });
  }
  return bits;
}

/** Lets ours, an n-gram and outsiders read the same text, everybody learning as it goes. */
export async function varyText(asked: VariedText, outsiders: readonly Outsider[]): Promise<Table> {
  const { trained, tested, states, seed, peers } = asked;
  const rng = createRng(`bench/vary/text/${seed}`);
  const source = createFiniteStateSource(states, rng.fork('source'));
  const whole = asked.bytes ?? source.draw(trained + tested, rng.fork('text')).bytes;
  if (whole.length <= tested) {
    throw new Fault('cli/usage', `the text has ${whole.length} bytes, of which ${tested} are to be predicted`);
  }
  const end = Math.min(whole.length, trained + tested);
  const [train, test] = [whole.subarray(0, end - tested), whole.subarray(end - tested, end)];
  const has = (name: string): boolean => peers.length === 0 || peers.some((peer) => name.startsWith(peer));
  const rows: (string | number)[][] = [];
  if (has('pawl')) {
    const predictor = createTextPredictor(sizesFor(end, 1));
    codeLength(predictor, train);
    rows.push(['pawl', codeLength(predictor, test) / test.length]);
  }
  if (has('Witten-Bell')) {
    const model = new WittenBell(ORDER, 256);
    let bits = 0;
    for (const [at, byte] of whole.subarray(0, end).entries()) {
      if (at >= train.length) bits -= Math.log2(model.chances(byte)[ORDER]!);
      model.learn(byte);
      model.take(byte);
    }
    rows.push([`Witten-Bell order ${ORDER}`, bits / test.length]);
  }
  for (const outsider of outsiders) rows.push([outsider.name, (await bitsOf(outsider, train, test)) / test.length]);
  if (asked.bytes === undefined) rows.push(['entropy rate of the source', source.entropyRate]);
  return {
    title: `Bits per character of ${test.length} characters after ${train.length}`,
    columns: ['learner', 'bits per character'],
    rows,
  };
}
