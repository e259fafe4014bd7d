import { createRng, type Rng } from '#foundation/kernel';
import type { Language } from './unseen-languages.ts';

/** A language that no number of counters decides: what opened last must close first. */
export interface StackLanguage extends Language {
  /** How many words a stack holds at most while it reads a string. */
  readonly depth: (tokens: ArrayLike<number>) => number;
}

/** The languages of a seed, which letter plays which part being drawn. */
export function stackLanguages(seed: number): StackLanguage[] {
  const rng = createRng(`stack-languages/${seed}`);
  return kinds.map((kind) => {
    const letters = rng.fork(kind.name).shuffle(Array.from({ length: kind.classes }, (_, letter) => letter));
    const parts = letters.map((_, part) => letters.indexOf(part));
    const turned = (tokens: ArrayLike<number>): number[] => Array.from(tokens, (letter) => parts[letter]!);
    return {
      name: kind.name,
      classes: kind.classes,
      accepts: (tokens) => kind.accepts(turned(tokens)),
      depth: (tokens) => kind.depth(turned(tokens)),
      draw: (stream, length) => kind.draw(stream, length).map((part) => letters[part]!),
    };
  });
}

/** Brackets of two kinds: 0 and 1 open, 2 and 3 close. What is left open, or undefined where a bracket closes wrongly. */
function openAfter(tokens: ArrayLike<number>): number[] | undefined {
  const open: number[] = [];
  for (let t = 0; t < tokens.length; t += 1) {
    if (tokens[t]! < 2) open.push(tokens[t]!);
    else if (open.pop() !== tokens[t]! - 2) return undefined;
  }
  return open;
}

function bracketDepth(tokens: ArrayLike<number>): number {
  let [depth, deepest] = [0, 0];
  for (let t = 0; t < tokens.length; t += 1) {
    depth = Math.max(0, depth + (tokens[t]! < 2 ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** A balanced string; half of them climb steeply, so that deep ones are not rare. */
function drawBalanced(rng: Rng, length: number): number[] {
  const [tokens, open]: [number[], number[]] = [[], []];
  const climb = rng.bit() === 1 ? 0.9 : 0.5;
  const even = 2 * Math.max(1, length >>> 1);
  while (tokens.length < even) {
    const left = even - tokens.length;
    const opens = open.length < left && (open.length === 0 || rng.chance(climb));
    if (opens) open.push(rng.bit());
    tokens.push(opens ? open.at(-1)! : 2 + open.pop()!);
  }
  return tokens;
}

/** w, the marker 2, and w from its end to its beginning. */
function drawMirrored(rng: Rng, length: number): number[] {
  const half = Array.from({ length: Math.max(1, length >>> 1) }, () => rng.bit());
  return [...half, 2, ...half.toReversed()];
}

/** How a string compares with a mirrored one: `whole`, the beginning of one, or neither. */
function mirror(tokens: ArrayLike<number>): 'whole' | 'beginning' | 'no' {
  const list = Array.from(tokens);
  const centre = list.indexOf(2);
  if (centre < 0) return 'beginning';
  const after = list.slice(centre + 1);
  const fits = after.length <= centre && after.every((token, i) => token === list[centre - 1 - i]);
  return fits ? (after.length === centre ? 'whole' : 'beginning') : 'no';
}

function mirrorDepth(tokens: ArrayLike<number>): number {
  const centre = Array.from(tokens).indexOf(2);
  return centre < 0 ? tokens.length : centre;
}

/** Every other string has two letters exchanged, so that counts agree and only the order can tell. */
function exchanging(draw: (rng: Rng, length: number) => number[]): Language['draw'] {
  return (rng, length) => {
    const tokens = draw(rng, length);
    if (rng.bit() === 1) return tokens;
    const [a, b] = [rng.below(tokens.length), rng.below(tokens.length)];
    [tokens[a], tokens[b]] = [tokens[b]!, tokens[a]!];
    return tokens;
  };
}

const kinds: readonly StackLanguage[] = [
  {
    name: 'Dyck-2',
    classes: 4,
    accepts: (tokens) => openAfter(tokens)?.length === 0,
    depth: bracketDepth,
    draw: exchanging(drawBalanced),
  },
  {
    name: 'prefixes of Dyck-2',
    classes: 4,
    accepts: (tokens) => openAfter(tokens) !== undefined,
    depth: bracketDepth,
    draw: exchanging(drawBalanced),
  },
  {
    name: 'w c reverse(w)',
    classes: 3,
    accepts: (tokens) => mirror(tokens) === 'whole',
    depth: mirrorDepth,
    draw: exchanging(drawMirrored),
  },
  {
    name: 'prefixes of w c reverse(w)',
    classes: 3,
    accepts: (tokens) => mirror(tokens) !== 'no',
    depth: mirrorDepth,
    draw: exchanging(drawMirrored),
  },
];
