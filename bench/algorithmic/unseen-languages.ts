import { createRng, type Rng } from '#foundation/kernel';

/** A language over few letters: who belongs to it, and how to draw members of about a length. */
export interface Language {
  readonly name: string;
  readonly classes: number;
  readonly accepts: (tokens: ArrayLike<number>) => boolean;
  /** A member, or a string that is likely to be one. */
  readonly draw: (rng: Rng, length: number) => number[];
}

/** The languages of a seed: random automata of 2 to 4 states, counts modulo k, and aⁿbⁿ with its kin. */
export function unseenLanguages(seed: number): Language[] {
  const rng = createRng(`languages/${seed}`);
  const automata = Array.from({ length: 20 }, (_, i) => randomAutomaton(rng.fork(`automaton/${i}`), i));
  const moduli = Array.from({ length: 12 }, (_, i) => modularCount(rng.fork(`count/${i}`)));
  const names = rng.shuffle(kin.flatMap((one) => [0, 1].map((swap) => ({ ...one, swap }))));
  const counting = names.slice(0, 18).map(({ name, accepts, draw, swap }): Language => {
    const turned = (tokens: ArrayLike<number>): number[] => Array.from(tokens, (token) => token ^ swap);
    return {
      name: swap === 1 ? `${name} with letters swapped` : name,
      classes: 2,
      accepts: (tokens) => accepts(turned(tokens)),
      draw: (stream, length) => turned(draw(stream, length)),
    };
  });
  return [...automata, ...moduli, ...counting];
}

const randomTokens = (rng: Rng, length: number): number[] => Array.from({ length }, () => rng.bit());

/** An automaton whose states all matter and whose language takes between a fifth and four fifths of long strings. */
function randomAutomaton(rng: Rng, number: number): Language {
  for (let attempt = 0; ; attempt += 1) {
    const draw = rng.fork(attempt);
    const states = draw.int(2, 4);
    const next = Array.from({ length: 2 * states }, () => draw.below(states));
    const isFinal = Array.from({ length: states }, () => draw.bit() === 1);
    const accepts = (tokens: ArrayLike<number>): boolean => {
      let state = 0;
      for (let t = 0; t < tokens.length; t += 1) state = next[2 * state + tokens[t]!]!;
      return isFinal[state]!;
    };
    const share = Array.from({ length: 200 }, () => accepts(randomTokens(draw, 40))).filter(Boolean).length / 200;
    if (share < 0.2 || share > 0.8) continue;
    return { name: `automaton ${number} of ${states} states`, classes: 2, accepts, draw: randomTokens };
  }
}

/** How many tokens are b, modulo k, is r. */
function modularCount(rng: Rng): Language {
  const [k, letter] = [rng.int(2, 6), rng.bit()];
  const rest = rng.below(k);
  return {
    name: `count of ${'ab'[letter]} is ${rest} modulo ${k}`,
    classes: 2,
    accepts: (tokens) => Array.from(tokens).filter((token) => token === letter).length % k === rest,
    draw: randomTokens,
  };
}

/** Lengths of the runs of equal letters, beginning with a (token 0). */
function runs(tokens: ArrayLike<number>): number[] {
  const lengths = [0];
  for (let t = 0, letter = 0; t < tokens.length; t += 1) {
    if (tokens[t] !== letter) {
      letter = tokens[t]!;
      lengths.push(0);
    }
    lengths[lengths.length - 1]! += 1;
  }
  return lengths;
}

const block = (letter: number, count: number): number[] => new Array<number>(Math.max(0, count)).fill(letter);

/** a … ab … b with a rule on the two counts. */
function twoRuns(name: string, holds: (a: number, b: number) => boolean, share: (rng: Rng) => number): Kin {
  return {
    name,
    accepts: (tokens) => {
      const [a, b = 0, ...rest] = runs(tokens);
      return rest.length === 0 && holds(a!, b);
    },
    draw: (rng, length) => {
      const a = Math.round(length * share(rng));
      return [...block(0, a), ...block(1, length - a)];
    },
  };
}

/** A rule on how the balance of a and b goes along the string and ends. */
function balanced(name: string, holds: (least: number, end: number) => boolean): Kin {
  return {
    name,
    accepts: (tokens) => {
      let [least, end] = [0, 0];
      for (let t = 0; t < tokens.length; t += 1) {
        end += tokens[t] === 0 ? 1 : -1;
        least = Math.min(least, end);
      }
      return holds(least, end);
    },
    draw: (rng, length) => {
      const tokens: number[] = [];
      for (let t = 0, balance = 0; t < length; t += 1) {
        const goesUp = balance < length - t && (balance === 0 || rng.bit() === 1);
        tokens.push(goesUp ? 0 : 1);
        balance += goesUp ? 1 : -1;
      }
      return tokens;
    },
  };
}

interface Kin {
  readonly name: string;
  readonly accepts: (tokens: readonly number[]) => boolean;
  readonly draw: (rng: Rng, length: number) => number[];
}

const half = (): number => 0.5;
/** Rounds an odd length to one b more. */
const justBelowHalf = (): number => 0.499;
const upToHalf = (rng: Rng): number => rng.float() / 2;
const fromHalf = (rng: Rng): number => 0.5 + rng.float() / 2;

const kin: readonly Kin[] = [
  twoRuns('aⁿbⁿ', (a, b) => a === b, half),
  twoRuns('aⁿbᵐ, n ≤ m', (a, b) => a <= b, upToHalf),
  twoRuns('aⁿbᵐ, n ≥ m', (a, b) => a >= b, fromHalf),
  twoRuns('aⁿbᵐ, n < m', (a, b) => a < b, upToHalf),
  twoRuns(
    'aⁿbᵐ, n ≠ m',
    (a, b) => a !== b,
    (rng) => rng.float(),
  ),
  twoRuns('aⁿbⁿ⁺¹', (a, b) => b === a + 1, justBelowHalf),
  balanced('as many a as b', (_, end) => end === 0),
  balanced('more a than b', (_, end) => end > 0),
  balanced('no fewer a than b', (_, end) => end >= 0),
  balanced('Dyck-1', (least, end) => least >= 0 && end === 0),
  balanced('prefixes of Dyck-1', (least) => least >= 0),
  balanced('one a more than b', (_, end) => end === 1),
];
