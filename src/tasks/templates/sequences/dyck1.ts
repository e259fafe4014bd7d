import { defineAnswer } from '../../define/define-answer.ts';
import { bitString, codec } from '../../faces/bit-layout.ts';
import { parseSymbols } from '../../faces/reply.ts';
import type { Template } from '#foundation/contracts/tasks';
import type { Rng } from '#foundation/kernel';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import { breakWord, drawInParts, OPEN, turnPart } from './dyck-word.ts';
import { known } from '../../define/known-baselines.ts';

const params = {
  half_length: int(1, 1024, 'half the number of brackets: a string has T = 2 × half_length'),
  depth: int(1, 128, 'deepest nesting of the balanced string, D'),
  breaks: choice(
    ['mixed', 'order'],
    'how unbalanced strings are made: mixed adds or drops a bracket or reorders; order keeps the counts',
  ),
  labels: choice(
    ['final', 'online'],
    'final: is the string balanced? online: for every prefix, has the depth stayed ≥ 0?',
  ),
};
type Dyck1Params = ParamsOf<typeof params>;

interface Dyck1Instance {
  readonly params: Dyck1Params;
  /** 0 opens, 1 closes. */
  readonly word: Uint8Array;
  /** 1 where the reward has been turned around and the other bits are wanted. */
  readonly inverted: number;
  /** One bit for `final`, one per bracket for `online`. */
  readonly answer: Uint8Array;
}

/** Labels of prefixes are learnt by linear models, which add up a prefix: `labels=online` asks for them, no level does. */
const levels: readonly Dyck1Params[] = [
  { half_length: 4, depth: 3, breaks: 'mixed', labels: 'final' },
  { half_length: 8, depth: 4, breaks: 'mixed', labels: 'final' },
  { half_length: 24, depth: 8, breaks: 'order', labels: 'final' },
  { half_length: 32, depth: 8, breaks: 'order', labels: 'final' },
  { half_length: 64, depth: 16, breaks: 'order', labels: 'final' },
  { half_length: 128, depth: 32, breaks: 'order', labels: 'final' },
];

/** A missing closing bracket never takes the depth below 0, so online it would be no break at all. */
const breakWays = {
  final: ['extra_close', 'missing_close', 'order', 'order'],
  online: ['extra_close', 'order'],
} as const;

function labelsOf({ labels }: Dyck1Params, word: Uint8Array, inverted: number): Uint8Array {
  const online = new Uint8Array(word.length);
  let depth = 0;
  let valid = 1;
  for (let i = 0; i < word.length; i += 1) {
    depth += word[i] === OPEN ? 1 : -1;
    if (depth < 0) valid = 0;
    online[i] = valid ^ inverted;
  }
  return labels === 'online' ? online : Uint8Array.of((valid === 1 && depth === 0 ? 1 : 0) ^ inverted);
}

/** By cancelling innermost pairs: a string is balanced iff nothing is left, and a prefix is good iff no closing bracket is left. */
function labelsByCancelling({ labels }: Dyck1Params, word: Uint8Array): Uint8Array {
  const stack: number[] = [];
  const online = Array.from(word, (bracket) => {
    if (bracket !== OPEN && stack.at(-1) === OPEN) stack.pop();
    else stack.push(bracket);
    return stack.every((left) => left === OPEN) ? 1 : 0;
  });
  return Uint8Array.from(labels === 'online' ? online : [stack.length === 0 ? 1 : 0]);
}

function agreement(a: Uint8Array, b: Uint8Array): number {
  let same = 0;
  for (let i = 0; i < a.length; i += 1) if (a[i] === b[i]) same += 1;
  return same / a.length;
}

function depthOf(word: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (const bracket of word) {
    depth += bracket === OPEN ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Where only the order changes, a part is turned around: a linear model can see the swaps of `breakWord`. */
function drawWord({ half_length, depth, breaks, labels }: Dyck1Params, rng: Rng): Uint8Array {
  const word = drawInParts(2 * half_length, depth, rng);
  if (rng.bit() === 1) return word;
  const how = breaks === 'order' ? 'order' : rng.pick(breakWays[labels]);
  if (how !== 'order' || !turnPart(word, rng)) breakWord(word, how, rng);
  return word;
}

/**
 * Are the brackets balanced? Half of the strings are, uniformly among those no deeper than D; the others are such strings
 * broken by one bracket too many of either kind, or by turning a part around, which keeps the counts.
 *
 *     final: 1 iff all depths ≥ 0 and the last is 0      online: Yₜ = 1 iff depths 1..t are all ≥ 0
 *
 * Online answers earn the share of right bits. The length never tells the label.
 *
 * @source spec/benchmark-suite §3.2
 */
export const dyck1: Template<Dyck1Params, Dyck1Instance, Uint8Array, Uint8Array> = defineAnswer<
  Dyck1Params,
  Dyck1Instance,
  Uint8Array,
  Uint8Array
>({
  name: 'DYCK1',
  version: 2,
  family: 'sequence',
  domain: 'reasoning',
  tags: ['algorithmic', 'benchmark'],
  baselines: [
    ...known(
      [1, 2],
      { 'single feature': 0.5, 'small tree': 1, linear: 1, nearest: 1 },
      'training sees most strings of this length, and a bracket too many shows in the counts',
    ),
    ...known(
      [3, 4, 5, 6],
      { 'single feature': 0.4, 'small tree': 0.5, linear: 0.5, nearest: 0.5 },
      'a part that is turned around begins and ends next to equal brackets, which pairs of neighbours hint at',
    ),
  ],
  says: 'Tell whether brackets are balanced, at the end or after every bracket.',
  params,
  levels,
  metrics: [
    { name: 'accuracy_online', better: 'higher', says: 'share of right prefix labels' },
    { name: 'error_shallow', better: 'lower', says: 'error rate where the string is at most half as deep as D' },
    { name: 'error_deep', better: 'lower', says: 'error rate where it is deeper' },
  ],
  difficulty: ({ half_length, depth }) => half_length + depth / 256,
  generate(params, rng) {
    const word = drawWord(params, rng);
    return { params, word, inverted: 0, answer: labelsOf(params, word, 0) };
  },
  observe: ({ word }) => word,
  answer: ({ answer }) => answer,
  reward: ({ answer }, action) => agreement(answer, action),
  check({ params, word, inverted }, action) {
    const labels = labelsByCancelling(params, word);
    const reward = agreement(inverted === 1 ? labels.map((bit) => 1 - bit) : labels, action);
    return { ok: reward === 1, reward };
  },
  measureAnswer({ params, word, answer }, action) {
    const right = action === undefined ? 0 : agreement(answer, action);
    const error = right === 1 ? 0 : 1;
    return {
      accuracy_online: params.labels === 'online' ? right : undefined,
      [depthOf(word) * 2 <= params.depth ? 'error_shallow' : 'error_deep']: error,
    };
  },
  randomAction: (word, rng, { labels }) =>
    Uint8Array.from({ length: labels === 'online' ? word.length : 1 }, () => rng.bit()),
  randomReturn: () => 0.5,
  text: {
    rules: ({ half_length, labels }) =>
      labels === 'final'
        ? `You are given ${2 * half_length} brackets. The answer is 1 if they are balanced and 0 if not. ` +
          'A right answer earns 1, anything else 0. Reply with "answer: 0" or "answer: 1".'
        : `You are given ${2 * half_length} brackets. For each prefix, from the first bracket to all of them, say 1 if no prefix so ` +
          'far has more closing than opening brackets, and 0 once one has. You earn the share of right bits. ' +
          `Reply with ${2 * half_length} bits, as in "answer: 1110…".`,
    observation: (word) => `brackets: ${Array.from(word, (bracket) => (bracket === OPEN ? '(' : ')')).join(' ')}`,
    action: (action) => action.join(''),
    parse(reply, { half_length, labels }) {
      const bits = parseSymbols(reply, labels === 'online' ? 2 * half_length : 1, '01');
      return bits === undefined ? undefined : Uint8Array.from(bits, Number);
    },
  },
  bits: ({ half_length, labels }) => ({
    observation: codec(bitString(2 * half_length)),
    action: codec(bitString(labels === 'online' ? 2 * half_length : 1)),
    token: 1,
    ...(labels === 'online' && { actionToken: 1 }),
  }),
  label: ({ answer }) => String(answer.at(-1)),
  varies: ['reward'],
  vary({ params, word }, what, { index }) {
    const inverted = what === 'reward' ? index % 2 : 0;
    return { params, word, inverted, answer: labelsOf(params, word, inverted) };
  },
  sizes: ({ word }) => ({ length: word.length, first: word[0]!, last: word.at(-1)! }),
});
