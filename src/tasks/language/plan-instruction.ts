import type { Rng } from '#foundation/kernel';

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

/** Objects whose colour and kind are never named together but where that is asked for. */
const held = [0, 7, 10, 13];
const usual = objectNames.map((_, i) => i).filter((i) => !held.includes(i));

/** Pairs form a chain from the first thing on; `fresh` demands that the first thing is of a colour and kind never named together otherwise. */
export function drawDemands(conditions: number, fresh: boolean, rng: Rng): Demands {
  const { things, pairs, marks } = planShape(conditions);
  const visit = rng.distinct(things, usual.length).map((i) => usual[i]!);
  if (fresh) visit[0] = rng.pick(held);
  const before = Array.from({ length: pairs }, (_, i): [number, number] => [visit[i]!, visit[i + 1]!]);
  return { visit, before, avoid: rng.distinct(marks, markNames.length) };
}

/** A phrase in word numbers; −1 and −2 stand for the first and the second thing. */
function tokens(phrase: string): number[] {
  return phrase.split(' ').map((word) => (word === '_' ? -1 : word === '+' ? -2 : numbers.get(word)!));
}

const visitTokens = visitPhrases.map(tokens);
const beforeTokens = beforePhrases.map(tokens);
const avoidTokens = avoidPhrases.map(tokens);
const objectTokens = objectNames.map(tokens);
const markTokens = markNames.map(tokens);
const stop = numbers.get('.')!;

function fill(phrase: readonly number[], first: readonly number[], second: readonly number[] = []): number[] {
  const words: number[] = [];
  for (const word of phrase) {
    if (word >= 0) words.push(word);
    else words.push(...(word === -1 ? first : second));
  }
  words.push(stop);
  return words;
}

/** The demands in words, one sentence each and in random order; a thing in a pair is not said again on its own. */
export function sayDemands(
  { visit, before, avoid }: Demands,
  wording: 'plain' | 'varied' | 'unseen',
  rng: Rng,
): number[] {
  const pick = (phrases: readonly number[][]): readonly number[] => {
    if (wording === 'unseen') return phrases.at(-1)!;
    return wording === 'plain' ? phrases[0]! : phrases[rng.below(phrases.length - 1)]!;
  };
  const sentences: number[][] = [];
  for (const [a, b] of before) sentences.push(fill(pick(beforeTokens), objectTokens[a]!, objectTokens[b]));
  for (const thing of visit) {
    if (before.some((pair) => pair.includes(thing))) continue;
    sentences.push(fill(pick(visitTokens), objectTokens[thing]!));
  }
  for (const mark of avoid) sentences.push(fill(pick(avoidTokens), markTokens[mark]!));
  return rng.shuffle(sentences).flat();
}

/** Words to text. */
export function planText(words: readonly number[]): string {
  return words
    .map((word) => planVocabulary[word]!)
    .join(' ')
    .replaceAll(' .', '.');
}
