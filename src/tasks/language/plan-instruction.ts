import type { Rng } from '#kernel';

const colours = ['red', 'blue', 'green', 'gold'] as const;
const nouns = ['key', 'door', 'coin', 'lamp'] as const;
/** Objects by number: `colour · 4 + noun`. */
export const objectNames: readonly string[] = colours.flatMap((colour) => nouns.map((noun) => `${colour} ${noun}`));
/** Marks a cell can have. */
export const markNames = ['X', 'O'] as const;

/** What an instruction demands: things to visit, `[a, b]` pairs with a before b, and marks never to step on. */
export interface Demands {
  readonly visit: readonly number[];
  readonly before: readonly (readonly [number, number])[];
  readonly avoid: readonly number[];
}

/** Ways to say a demand; the last of each list is never used but where wording is unseen. */
const visitPhrases = ['visit the _', 'go to the _', 'make a stop at the _', 'do not leave out the _'];
const beforePhrases = [
  'visit the _ before the +',
  'only after the _ go to the +',
  'go to the + once the _ is done',
  'stay away from the + until you saw the _',
];
const avoidPhrases = [
  'avoid cells marked _',
  'never step on cells marked _',
  'keep off cells marked _',
  'cells marked _ are forbidden',
];

export const planVocabulary: readonly string[] = [
  ...new Set(
    [...visitPhrases, ...beforePhrases, ...avoidPhrases, ...objectNames, ...markNames]
      .flatMap((text) => text.split(' '))
      .filter((word) => word !== '_' && word !== '+'),
  ),
  '.',
].sort();
const numbers = new Map(planVocabulary.map((word, i) => [word, i]));

/** How many things, pairs and marks an instruction of so many atomic conditions has. */
export function planShape(conditions: number): { things: number; pairs: number; marks: number } {
  const marks = Math.floor(conditions / 3);
  const pairs = Math.floor((conditions - marks) / 2);
  const plain = conditions - marks - pairs;
  return { things: (pairs === 0 ? 0 : pairs + 1) + plain, pairs, marks };
}

/** Pairs form a chain from the first thing on; `fresh` demands that the first thing is of a colour and kind never named together otherwise. */
export function drawDemands(conditions: number, fresh: boolean, rng: Rng): Demands {
  const { things, pairs, marks } = planShape(conditions);
  const held = [0, 7, 10, 13];
  const usual = objectNames.map((_, i) => i).filter((i) => !held.includes(i));
  const visit = rng.distinct(things, usual.length).map((i) => usual[i]!);
  if (fresh) visit[0] = rng.pick(held);
  const before = Array.from({ length: pairs }, (_, i): [number, number] => [visit[i]!, visit[i + 1]!]);
  return { visit, before, avoid: rng.distinct(marks, markNames.length) };
}

/** The demands in words, one sentence each and in random order; a thing in a pair is not said again on its own. */
export function sayDemands(
  { visit, before, avoid }: Demands,
  wording: 'plain' | 'varied' | 'unseen',
  rng: Rng,
): number[] {
  const pick = (phrases: readonly string[]): string => {
    if (wording === 'unseen') return phrases.at(-1)!;
    return wording === 'plain' ? phrases[0]! : phrases[rng.below(phrases.length - 1)]!;
  };
  const paired = new Set(before.flat());
  const sentences = [
    ...before.map(([a, b]) => pick(beforePhrases).replace('_', objectNames[a]!).replace('+', objectNames[b]!)),
    ...visit.filter((thing) => !paired.has(thing)).map((thing) => pick(visitPhrases).replace('_', objectNames[thing]!)),
    ...avoid.map((mark) => pick(avoidPhrases).replace('_', markNames[mark]!)),
  ];
  return rng.shuffle(sentences).flatMap((sentence) => [...sentence.split(' '), '.'].map((word) => numbers.get(word)!));
}

/** Words to text. */
export function planText(words: readonly number[]): string {
  return words
    .map((word) => planVocabulary[word]!)
    .join(' ')
    .replaceAll(' .', '.');
}
